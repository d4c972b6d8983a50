#include "migrated.h"

int mg_account_update(struct mg_account *account, int version, const struct mg_account_former *former) {
    if (former->cents < 0) return 7;
    account->amount = former->cents / 100.0;
    account->updated = version + (account->next ? 10 : 0);
    return 0;
}
