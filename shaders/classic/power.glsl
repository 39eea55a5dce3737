// Powers of whole numbers, of at least 1, as mantissa·2^exponent with the mantissa's highest bit
// set. Go twin: aco/classic/model/power.go. The includer has multiply_high.
//
// A power to a multiple of 0.5 is a product of square roots and of the number itself. Every other
// power is 2^(exponent·log2(value)). Its logarithm and its power of two are polynomials, so they
// need no table. Each grows with its argument, step by step, so that a larger number never has a
// smaller power.
const uint ONE = 0x10000000u; // the exponent 1: exponents are in parts of 2²⁸
const uint HALF = 0x08000000u;
// Bits of a fraction that the polynomials use. A step of 2⁻²⁴ changes their result by far more than
// rounding does.
const uint STEPS = 0xFFFFFF00u;

// log2(1 + t) = t + t·(1 − t)·(LOG_0 − t·(LOG_1 − t·(… − t·LOG_6))), in parts of 2³². The error is
// below 2⁻²⁴, the smallest that a polynomial of this form and degree has.
const uint LOG_0 = 1901337549u;
const uint LOG_1 = 1196016508u;
const uint LOG_2 = 859628558u;
const uint LOG_3 = 630722285u;
const uint LOG_4 = 404968160u;
const uint LOG_5 = 181612583u;
const uint LOG_6 = 39240541u;

// 2^t = 1 + t − t·(1 − t)·(EXP_0 + t·(EXP_1 + t·(EXP_2 + t·EXP_3))), in parts of 2³². The error is
// below 2⁻²².
const uint EXP_0 = 1317897915u;
const uint EXP_1 = 286473876u;
const uint EXP_2 = 46577203u;
const uint EXP_3 = 8146909u;

// log_fraction returns log2(1 + t). Argument and result are in parts of 2³².
uint log_fraction(uint t) {
    t &= STEPS;
    uint sum = LOG_5 - multiply_high(t, LOG_6);
    sum = LOG_4 - multiply_high(t, sum);
    sum = LOG_3 - multiply_high(t, sum);
    sum = LOG_2 - multiply_high(t, sum);
    sum = LOG_1 - multiply_high(t, sum);
    sum = LOG_0 - multiply_high(t, sum);
    return t + multiply_high(multiply_high(t, 0u - t), sum);
}

// exp_fraction returns 2^t − 1. Argument and result are in parts of 2³².
uint exp_fraction(uint t) {
    t &= STEPS;
    uint sum = EXP_2 + multiply_high(t, EXP_3);
    sum = EXP_1 + multiply_high(t, sum);
    sum = EXP_0 + multiply_high(t, sum);
    return t - multiply_high(multiply_high(t, 0u - t), sum);
}

// real_power computes value^(power/ONE). Only the last bits are lost.
void real_power(uint value, uint power, out uint mantissa, out int exponent) {
    uint top = uint(findMSB(value));
    uint high, low, carry; // of the product with the logarithm, in parts of 2²⁸
    umulExtended(top, power, high, low);
    low = uaddCarry(low, multiply_high(power, log_fraction(value << (31u - top) << 1)), carry);
    high += carry;
    mantissa = 1u << 31 | exp_fraction(low << 4) >> 1;
    exponent = int(high << 4 | low >> 28) - 31;
}

// square_root replaces mantissa·2^exponent, whose highest bit is set, by its root with 16 bits.
void square_root(inout uint mantissa, inout int exponent) {
    if ((exponent & 1) != 0) {
        mantissa >>= 1;
        exponent++;
    }
    uint root = 0u;
    for (uint bit = 1u << 15; bit != 0u; bit >>= 1) {
        uint trial = root | bit;
        if (trial * trial <= mantissa) {
            root = trial;
        }
    }
    int zeros = 31 - findMSB(root);
    mantissa = root << zeros;
    exponent = exponent / 2 - zeros;
}

// half_power computes value^(halves/2), each step rounded down.
void half_power(uint value, uint halves, out uint mantissa, out int exponent) {
    int zeros = 31 - findMSB(value);
    uint base = value << zeros;
    int base_exponent = -zeros;
    mantissa = 1u << 31;
    exponent = -31;
    if (halves % 2u == 1u) {
        mantissa = base;
        exponent = base_exponent;
        square_root(mantissa, exponent);
    }
    for (uint i = 0u; i < halves / 2u; i++) {
        uint high, low;
        umulExtended(mantissa, base, high, low);
        if (high < (1u << 31)) {
            high = high << 1 | low >> 31;
            exponent--;
        }
        mantissa = high;
        exponent += base_exponent + 32;
    }
}

// power_of computes value^(power/ONE). The power is a specialization constant.
void power_of(uint value, uint power, out uint mantissa, out int exponent) {
    if (power % HALF == 0u) {
        half_power(value, power / HALF, mantissa, exponent);
    } else {
        real_power(value, power, mantissa, exponent);
    }
}
