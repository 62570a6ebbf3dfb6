int f(int a)
{
    int i4 = 0;
    for (; i4 < 3; i4++) {
        int i5 = 0;
        for (; i5 < (a); i5++) {
            if (1) return i5;
        }
    }
    return 7;
}
