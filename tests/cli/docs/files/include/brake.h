int update(int speed, int distance);
