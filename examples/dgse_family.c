/*
 * "Dependence Guided Symbolic Execution", Figure 4: a sequence of N independent decisions, each on its own input and
 * with its own result. There are 2^N paths, but N + 1 of them show all behaviours: one path, and for each decision
 * another one in which it goes the other way.
 *
 * Choose N from 4 to 200, with a buffer of that size: -D N=8 --buffer 8.
 */
#ifndef N
#define N 4
#endif
#if N < 4 || N > 200
#error "N can be 4 to 200"
#endif

/* One decision. The test of k is constant: the compiler drops decisions beyond N. */
#define DECIDE(k)         \
    if (k <= N) {         \
        if (x[k - 1] > 0) \
            r##k = 1;     \
        else              \
            r##k = -1;    \
    }

int r1, r2, r3, r4, r5, r6, r7, r8, r9, r10;
#if N > 10
int r11, r12, r13, r14, r15, r16, r17, r18, r19, r20;
#endif
#if N > 20
int r21, r22, r23, r24, r25, r26, r27, r28, r29, r30;
#endif
#if N > 30
int r31, r32, r33, r34, r35, r36, r37, r38, r39, r40;
#endif
#if N > 40
int r41, r42, r43, r44, r45, r46, r47, r48, r49, r50;
#endif
#if N > 50
int r51, r52, r53, r54, r55, r56, r57, r58, r59, r60;
#endif
#if N > 60
int r61, r62, r63, r64, r65, r66, r67, r68, r69, r70;
#endif
#if N > 70
int r71, r72, r73, r74, r75, r76, r77, r78, r79, r80;
#endif
#if N > 80
int r81, r82, r83, r84, r85, r86, r87, r88, r89, r90;
#endif
#if N > 90
int r91, r92, r93, r94, r95, r96, r97, r98, r99, r100;
#endif
#if N > 100
int r101, r102, r103, r104, r105, r106, r107, r108, r109, r110;
#endif
#if N > 110
int r111, r112, r113, r114, r115, r116, r117, r118, r119, r120;
#endif
#if N > 120
int r121, r122, r123, r124, r125, r126, r127, r128, r129, r130;
#endif
#if N > 130
int r131, r132, r133, r134, r135, r136, r137, r138, r139, r140;
#endif
#if N > 140
int r141, r142, r143, r144, r145, r146, r147, r148, r149, r150;
#endif
#if N > 150
int r151, r152, r153, r154, r155, r156, r157, r158, r159, r160;
#endif
#if N > 160
int r161, r162, r163, r164, r165, r166, r167, r168, r169, r170;
#endif
#if N > 170
int r171, r172, r173, r174, r175, r176, r177, r178, r179, r180;
#endif
#if N > 180
int r181, r182, r183, r184, r185, r186, r187, r188, r189, r190;
#endif
#if N > 190
int r191, r192, r193, r194, r195, r196, r197, r198, r199, r200;
#endif

void family(const int x[N])
{
    DECIDE(1)
    DECIDE(2)
    DECIDE(3)
    DECIDE(4)
    DECIDE(5)
    DECIDE(6)
    DECIDE(7)
    DECIDE(8)
    DECIDE(9)
    DECIDE(10)
#if N > 10
    DECIDE(11)
    DECIDE(12)
    DECIDE(13)
    DECIDE(14)
    DECIDE(15)
    DECIDE(16)
    DECIDE(17)
    DECIDE(18)
    DECIDE(19)
    DECIDE(20)
#endif
#if N > 20
    DECIDE(21)
    DECIDE(22)
    DECIDE(23)
    DECIDE(24)
    DECIDE(25)
    DECIDE(26)
    DECIDE(27)
    DECIDE(28)
    DECIDE(29)
    DECIDE(30)
#endif
#if N > 30
    DECIDE(31)
    DECIDE(32)
    DECIDE(33)
    DECIDE(34)
    DECIDE(35)
    DECIDE(36)
    DECIDE(37)
    DECIDE(38)
    DECIDE(39)
    DECIDE(40)
#endif
#if N > 40
    DECIDE(41)
    DECIDE(42)
    DECIDE(43)
    DECIDE(44)
    DECIDE(45)
    DECIDE(46)
    DECIDE(47)
    DECIDE(48)
    DECIDE(49)
    DECIDE(50)
#endif
#if N > 50
    DECIDE(51)
    DECIDE(52)
    DECIDE(53)
    DECIDE(54)
    DECIDE(55)
    DECIDE(56)
    DECIDE(57)
    DECIDE(58)
    DECIDE(59)
    DECIDE(60)
#endif
#if N > 60
    DECIDE(61)
    DECIDE(62)
    DECIDE(63)
    DECIDE(64)
    DECIDE(65)
    DECIDE(66)
    DECIDE(67)
    DECIDE(68)
    DECIDE(69)
    DECIDE(70)
#endif
#if N > 70
    DECIDE(71)
    DECIDE(72)
    DECIDE(73)
    DECIDE(74)
    DECIDE(75)
    DECIDE(76)
    DECIDE(77)
    DECIDE(78)
    DECIDE(79)
    DECIDE(80)
#endif
#if N > 80
    DECIDE(81)
    DECIDE(82)
    DECIDE(83)
    DECIDE(84)
    DECIDE(85)
    DECIDE(86)
    DECIDE(87)
    DECIDE(88)
    DECIDE(89)
    DECIDE(90)
#endif
#if N > 90
    DECIDE(91)
    DECIDE(92)
    DECIDE(93)
    DECIDE(94)
    DECIDE(95)
    DECIDE(96)
    DECIDE(97)
    DECIDE(98)
    DECIDE(99)
    DECIDE(100)
#endif
#if N > 100
    DECIDE(101)
    DECIDE(102)
    DECIDE(103)
    DECIDE(104)
    DECIDE(105)
    DECIDE(106)
    DECIDE(107)
    DECIDE(108)
    DECIDE(109)
    DECIDE(110)
#endif
#if N > 110
    DECIDE(111)
    DECIDE(112)
    DECIDE(113)
    DECIDE(114)
    DECIDE(115)
    DECIDE(116)
    DECIDE(117)
    DECIDE(118)
    DECIDE(119)
    DECIDE(120)
#endif
#if N > 120
    DECIDE(121)
    DECIDE(122)
    DECIDE(123)
    DECIDE(124)
    DECIDE(125)
    DECIDE(126)
    DECIDE(127)
    DECIDE(128)
    DECIDE(129)
    DECIDE(130)
#endif
#if N > 130
    DECIDE(131)
    DECIDE(132)
    DECIDE(133)
    DECIDE(134)
    DECIDE(135)
    DECIDE(136)
    DECIDE(137)
    DECIDE(138)
    DECIDE(139)
    DECIDE(140)
#endif
#if N > 140
    DECIDE(141)
    DECIDE(142)
    DECIDE(143)
    DECIDE(144)
    DECIDE(145)
    DECIDE(146)
    DECIDE(147)
    DECIDE(148)
    DECIDE(149)
    DECIDE(150)
#endif
#if N > 150
    DECIDE(151)
    DECIDE(152)
    DECIDE(153)
    DECIDE(154)
    DECIDE(155)
    DECIDE(156)
    DECIDE(157)
    DECIDE(158)
    DECIDE(159)
    DECIDE(160)
#endif
#if N > 160
    DECIDE(161)
    DECIDE(162)
    DECIDE(163)
    DECIDE(164)
    DECIDE(165)
    DECIDE(166)
    DECIDE(167)
    DECIDE(168)
    DECIDE(169)
    DECIDE(170)
#endif
#if N > 170
    DECIDE(171)
    DECIDE(172)
    DECIDE(173)
    DECIDE(174)
    DECIDE(175)
    DECIDE(176)
    DECIDE(177)
    DECIDE(178)
    DECIDE(179)
    DECIDE(180)
#endif
#if N > 180
    DECIDE(181)
    DECIDE(182)
    DECIDE(183)
    DECIDE(184)
    DECIDE(185)
    DECIDE(186)
    DECIDE(187)
    DECIDE(188)
    DECIDE(189)
    DECIDE(190)
#endif
#if N > 190
    DECIDE(191)
    DECIDE(192)
    DECIDE(193)
    DECIDE(194)
    DECIDE(195)
    DECIDE(196)
    DECIDE(197)
    DECIDE(198)
    DECIDE(199)
    DECIDE(200)
#endif
}
