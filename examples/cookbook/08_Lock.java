// SPDX-License-Identifier: Apache-2.0
import org.jshmem.*;

/// Change two words under a lock
///
/// A payment changes the balance and the number of payments, which an atomic cannot do at once.
/// Without the lock, two PEs could read the same balance, and the payment of one of them would be lost.
class Lock {
    public static void main(String[] args) {
        Shmem.run(args, (sh, a) -> {
            SymLongs account = sh.longs(2).named("account"); // PE 0's: the balance, and the number of payments
            ShmemLock lock = sh.lock();
            for (int euros = 1; euros <= 10; euros++) {
                try (var _ = lock.acquire()) {
                    account.p(0, account.g(0, 0) + euros, 0);
                    account.p(1, account.g(1, 0) + 1, 0);
                }
            }
            sh.barrierAll();
            long balance = account.g(0, 0), payments = account.g(1, 0);
            if (balance != 55 * sh.nPes()) throw new AssertionError("the balance is " + balance);
            if (sh.myPe() == 0) System.out.println(payments + " payments make " + balance + " euros");
        });
    }
}
