/* Money in cents: products, quotients, and signed overflow that only an input can tell. */

static int interest(int cents, int percent)
{
    return cents / 100 * percent;
}

static int rounded(int cents, int step)
{
    int rest = cents % step;

    if (rest * 2 >= step)
        return cents - rest + step;
    return cents - rest;
}

int arithmetic(int balance, int payment, short percent)
{
    int due;

    if (percent < 0)
        return -1;
    due = balance + interest(balance, percent);
    if (payment > due)
        payment = due;
    due -= payment;
    if (payment * 3 > balance)
        due -= 1;
    if (due < 0)
        due = -due;
    return rounded(due, percent > 20 ? 10 : 5);
}
