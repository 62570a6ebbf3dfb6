/* Concrete: passes over an array of 100,000 elements. Nothing is symbolic, so this is the machine's plain speed. */
#define SIZE 100000

static int values[SIZE];

unsigned array_loop(void)
{
    unsigned sum = 0;

    for (int i = 0; i < SIZE; i++)
        values[i] = i ^ (i >> 3);
    for (int pass = 0; pass < 3; pass++)
        for (int i = 0; i < SIZE; i++)
            sum += (unsigned)values[i];
    return sum;
}
