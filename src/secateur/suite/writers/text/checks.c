static int secateur_failures;

// ANY
/* Counts a failure and prints its location. */
static void secateur_differs(int line, const char *what, int index)
{
    secateur_failures++;
    secateur_print(2, index < 0 ? "%s:%d: %s" : "%s:%d: %s[%d]", __FILE__, line, what, index);
}

// CHECK_INT
static void secateur_int(int line, const char *what, int index, long long actual, long long expected)
{
    if (actual == expected)
        return;
    secateur_differs(line, what, index);
    secateur_print(2, " is %lld, but %lld was expected\n", actual, expected);
}

#undef CHECK_INT
#define CHECK_INT(actual, expected) secateur_int(__LINE__, #actual, -1, actual, expected)

// CHECK_UINT
static void secateur_uint(int line, const char *what, int index, unsigned long long actual,
                          unsigned long long expected)
{
    if (actual == expected)
        return;
    secateur_differs(line, what, index);
    secateur_print(2, " is %llu, but %llu was expected\n", actual, expected);
}

#undef CHECK_UINT
#define CHECK_UINT(actual, expected) secateur_uint(__LINE__, #actual, -1, actual, expected)

// CHECK_FLOAT
static void secateur_float(int line, const char *what, int index, double actual, double expected)
{
    int is_same = actual == expected ? !__builtin_signbit(actual) == !__builtin_signbit(expected)
                                     : actual != actual && expected != expected;
    if (is_same)
        return;
    secateur_differs(line, what, index);
    secateur_print(2, " is %g (%a), but %g (%a) was expected\n", actual, actual, expected, expected);
}

#undef CHECK_FLOAT
#define CHECK_FLOAT(actual, expected) secateur_float(__LINE__, #actual, -1, actual, expected)

// CHECK_LONG_DOUBLE
static void secateur_long_double(int line, const char *what, int index, long double actual,
                                 long double expected)
{
    int is_same = actual == expected ? !__builtin_signbit(actual) == !__builtin_signbit(expected)
                                     : actual != actual && expected != expected;
    if (is_same)
        return;
    secateur_differs(line, what, index);
    secateur_print(2, " is %Lg (%La), but %Lg (%La) was expected\n", actual, actual, expected, expected);
}

#undef CHECK_LONG_DOUBLE
#define CHECK_LONG_DOUBLE(actual, expected) \
    secateur_long_double(__LINE__, #actual, -1, actual, expected)

// CHECK_NULL
static void secateur_null(int line, const char *what, int is_null, int expected)
{
    if (is_null == expected)
        return;
    secateur_differs(line, what, -1);
    secateur_print(2, " is %s\n", is_null ? "NULL" : "not NULL");
}

#undef CHECK_NULL
#define CHECK_NULL(pointer) secateur_null(__LINE__, #pointer, (pointer) == NULL, 1)
#undef CHECK_NOT_NULL
#define CHECK_NOT_NULL(pointer) secateur_null(__LINE__, #pointer, (pointer) == NULL, 0)

// CHECK_TEXT
/* The first `size` characters must be those of the text, then NULs. */
static void secateur_text(int line, const char *what, const char *actual, int size, const char *text,
                          int length)
{
    int i;
    for (i = 0; i < size; i++) {
        char expected = i < length ? text[i] : '\0';
        if (actual[i] == expected)
            continue;
        secateur_differs(line, what, i);
        secateur_print(2, " is '\\%03o', but '\\%03o' was expected\n", (unsigned char)actual[i],
                       (unsigned char)expected);
    }
}

#undef CHECK_TEXT
#define CHECK_TEXT(actual, size, text) \
    secateur_text(__LINE__, #actual, actual, size, text, sizeof(text) - 1)

// EACH
/* The first items of an array must be those given. */
#define SECATEUR_EACH(check, array, ...)                                                         \
    do {                                                                                         \
        const __typeof__((array)[0]) secateur_items[] = {__VA_ARGS__};                           \
        const int secateur_count = sizeof(secateur_items) / sizeof(secateur_items[0]);           \
        int secateur_i;                                                                          \
        for (secateur_i = 0; secateur_i < secateur_count; secateur_i++)                          \
            check(__LINE__, #array, secateur_i, (array)[secateur_i], secateur_items[secateur_i]); \
    } while (0)

// CHECK_INTS
#undef CHECK_INTS
#define CHECK_INTS(array, ...) SECATEUR_EACH(secateur_int, array, __VA_ARGS__)

// CHECK_UINTS
#undef CHECK_UINTS
#define CHECK_UINTS(array, ...) SECATEUR_EACH(secateur_uint, array, __VA_ARGS__)

// CHECK_LONG_DOUBLES
#undef CHECK_LONG_DOUBLES
#define CHECK_LONG_DOUBLES(array, ...) SECATEUR_EACH(secateur_long_double, array, __VA_ARGS__)

// CHECK_FLOATS
#undef CHECK_FLOATS
#define CHECK_FLOATS(array, ...) SECATEUR_EACH(secateur_float, array, __VA_ARGS__)
