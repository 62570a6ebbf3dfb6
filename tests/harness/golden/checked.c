// scaled --check 'result >= value' --check 'value < 100 || result > value'
int scaled(int value, int factor)
{
    return value * factor;
}
