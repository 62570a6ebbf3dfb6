/* Concrete: calls and returns, nested, mutual, through a pointer. */

static int fibonacci(int n)
{
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

static int is_odd(int n);

static int is_even(int n)
{
    return n == 0 ? 1 : is_odd(n - 1);
}

static int is_odd(int n)
{
    return n == 0 ? 0 : is_even(n - 1);
}

static int greatest_divisor(int a, int b)
{
    return b == 0 ? a : greatest_divisor(b, a % b);
}

static int apply(int (*function)(int), int times, int argument)
{
    int sum = 0;

    for (int i = 0; i < times; i++)
        sum += function(argument);
    return sum;
}

int calls(void)
{
    int sum = apply(fibonacci, 4, 18) + apply(is_even, 100, 200);

    for (int a = 1; a < 60; a++)
        for (int b = 1; b < 60; b++)
            sum += greatest_divisor(a, b);
    return sum;
}
