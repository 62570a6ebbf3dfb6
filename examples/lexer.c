/* A tokenizer with a table: the class of each character, then the next state. */
enum { SPACE, LETTER, DIGIT, SIGN, OTHER, CLASSES };
enum { START, WORD, NUMBER, OPERATOR, BAD, STATES };

static const unsigned char next[STATES][CLASSES] = {
    {START, WORD, NUMBER, OPERATOR, BAD},
    {START, WORD, WORD, OPERATOR, BAD},
    {START, BAD, NUMBER, OPERATOR, BAD},
    {START, WORD, NUMBER, BAD, BAD},
    {BAD, BAD, BAD, BAD, BAD},
};

static int class_of(char c)
{
    if (c == ' ' || c == '\t' || c == '\n')
        return SPACE;
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_')
        return LETTER;
    if (c >= '0' && c <= '9')
        return DIGIT;
    switch (c) {
    case '+': case '-': case '*': case '/':
        return SIGN;
    default:
        return OTHER;
    }
}

#ifndef N
#define N 4
#endif

/* How many tokens begin in the text; -1 if it is no text of this language. */
int tokens(const char s[N])
{
    int state = START, count = 0;

    for (int i = 0; i < N; i++) {
        int before = state;

        state = next[state][class_of(s[i])];
        if (state != before && state != START)
            count++;
    }
    return state == BAD ? -1 : count;
}
