/* Arrays of variable length: parameters, pointers to them, two dimensions, sizeof, alloca, in a loop. */
#include <alloca.h>
#include <string.h>

static long total(int rows, int columns, long table[rows][columns], int step) {
    long sum = 0;
    for (int i = 0; i < rows; i += step)
        for (int j = 0; j < columns; j++) sum = sum * 3 + table[i][j];
    return sum + (long)sizeof table[0];
}

static long last(int n, char text[static n]) { return text[n - 1]; }

long f(int a, int b, unsigned c, long d) {
    int n = (a & 3) + 1, m = (int)(c & 3) + 1;
    long table[n][m];
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++) table[i][j] = (b & 255) * i + j + (d & 1);
    long sum = total(n, m, table, 1 + (b & 1));
    long(*row)[m] = &table[n - 1];
    sum += (*row)[m - 1] + (long)sizeof *row;
    typedef int line[n + 1];
    line one;
    for (int i = 0; i <= n; i++) one[i] = i * m;
    sum += one[n] + (long)(sizeof(line) / sizeof(int));
    for (int k = 1; k <= 3; k++) {
        char text[k * n];
        memset(text, 'a' + k, sizeof text);
        sum += last(k * n, text);
        if (k == m) continue;
        short *more = alloca((unsigned long)k * 2);
        more[k - 1] = (short)b;
        sum += more[k - 1];
    }
    return sum + (long)sizeof(char[n][m][2]);
}
