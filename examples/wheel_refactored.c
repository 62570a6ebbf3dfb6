/* wheel_old.c refactored, with the same behaviour: a renamed parameter, reordered statements, an inverted "if". */
int AltPress = 0;
int Meter = 2;
void update(int PedalPos, int BSwitch, int command)
{
    if (BSwitch == 0)
        Meter = 1;
    else if (BSwitch == 1)
        Meter = 2;
    if (PedalPos != 0) {
        if (PedalPos == 1)
            command = command + 2;
        else
            command = PedalPos;
    } else
        command = command + 1;
    command = command + 1;
    if (command == 2)
        AltPress = 0;
    else if (command == 3)
        AltPress = 1;
    else
        AltPress = 2;
}
