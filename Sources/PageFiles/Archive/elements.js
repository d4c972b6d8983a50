// The elements of columns: how many bytes one has, and its value as a number, a BigInt or a text. What a type consists of comes from the
// page's document (PageElement.swift); here numbers are read by their size, sign and layout alone.

function elementType({ kind, size = 1, lanes = 1, shape, float } = { kind: 'unsigned' }, isBigEndian = false) {
  const little = laneReader(kind, size, float);
  const read = isBigEndian && size > 1 ? (view, at) => little(reversed(view, at, size), 0) : little;
  const isSingle = kind === 'float' && float[0] === 8 && float[1] === 23;
  return { kind, isSingle, lanes, isComplex: shape === 'complex', isVector: shape !== undefined, laneSize: size, size: size * lanes, read };
}

function reversed(view, at, size) {
  const bytes = new Uint8Array(size);
  for (let index = 0; index < size; index += 1) bytes[index] = view.getUint8(at + size - 1 - index);
  return new DataView(bytes.buffer);
}

const isText = (type) => type.kind === 'utf8' || type.kind === 'latin1';
const isSigned = (type) => type?.kind === 'signed';
const isInteger = (type) => isSigned(type) || type.kind === 'unsigned' || type.kind === 'bool';

function laneReader(kind, size, float) {
  switch (kind) {
    case 'float': return floatReader(size, ...float);
    case 'sum': return (view, at) => view.getFloat64(at, true) + view.getFloat64(at + 8, true);
    case 'signed': return integerReader(size, true);
    default: return integerReader(size, false);
  }
}

function integerReader(size, hasSign) {
  switch (size) {
    case 1: return hasSign ? (view, at) => view.getInt8(at) : (view, at) => view.getUint8(at);
    case 2: return hasSign ? (view, at) => view.getInt16(at, true) : (view, at) => view.getUint16(at, true);
    case 4: return hasSign ? (view, at) => view.getInt32(at, true) : (view, at) => view.getUint32(at, true);
    default: break;
  }
  if (size > 6) return (view, at) => (hasSign ? BigInt.asIntN(size * 8, wide(view, at, size)) : wide(view, at, size));
  return (view, at) => {
    let value = 0;
    for (let index = size - 1; index >= 0; index -= 1) value = value * 256 + view.getUint8(at + index);
    return hasSign && value >= 2 ** (size * 8 - 1) ? value - 2 ** (size * 8) : value;
  };
}

// The bits from the top: the sign, the exponent, the bit before the point if it is stored, the fraction.
function floatReader(size, exponentBits, fractionBits, hasIntegerBit) {
  if (exponentBits === 8 && fractionBits === 23) return (view, at) => view.getFloat32(at, true);
  if (exponentBits === 11 && fractionBits === 52) return (view, at) => view.getFloat64(at, true);
  if (size === 2) return (view, at) => smallFloat(view.getUint16(at, true), exponentBits, fractionBits);
  const stored = fractionBits + hasIntegerBit;
  const point = BigInt(fractionBits);
  return (view, at) => {
    const bits = wide(view, at, size);
    const signAndExponent = Number(bits >> BigInt(stored));
    const significand = BigInt.asUintN(stored, bits);
    const isWhole = hasIntegerBit || signAndExponent % 2 ** exponentBits === 0;
    return extended(isWhole ? significand : significand | (1n << point), signAndExponent, exponentBits, point);
  };
}

function wide(view, at, bytes) {
  let value = 0n;
  for (let index = bytes - 1; index >= 0; index -= 1) value = (value << 8n) | BigInt(view.getUint8(at + index));
  return value;
}

function smallFloat(bits, exponentBits, fractionBits) {
  const sign = bits >> 15 ? -1 : 1;
  const most = 2 ** exponentBits - 1;
  const exponent = (bits >> fractionBits) & most;
  const fraction = bits & (2 ** fractionBits - 1);
  const bias = (most - 1) / 2;
  if (exponent === most) return fraction ? NaN : sign * Infinity;
  if (exponent === 0) return sign * fraction * 2 ** (1 - bias - fractionBits);
  return sign * (1 + fraction / 2 ** fractionBits) * 2 ** (exponent - bias);
}

// A float of more than 64 bits as the nearest double; `point` is the number of bits after the significand's point.
function extended(significand, signAndExponent, exponentBits, point) {
  const most = 2 ** exponentBits - 1;
  const exponent = signAndExponent % (most + 1);
  const sign = signAndExponent > most ? -1 : 1;
  if (exponent === most) return BigInt.asUintN(Number(point), significand) ? NaN : sign * Infinity;
  const power = (exponent || 1) - (most - 1) / 2 - Number(point);
  const digits = significand.toString(2).length;
  const dropped = Math.max(0, digits - 64);
  const scale = power + dropped;
  const high = Math.max(-1000, Math.min(1000, scale));
  return sign * Number(significand >> BigInt(dropped)) * 2 ** high * 2 ** (scale - high);
}

// Text in a fixed array ends at the first zero.
const utf8 = new TextDecoder();
function fixedText(bytes, kind) {
  const zero = bytes.indexOf(0);
  const part = zero < 0 ? bytes : bytes.subarray(0, zero);
  return kind === 'latin1' ? Array.from(part, (code) => String.fromCharCode(code)).join('') : utf8.decode(part);
}

// A binary32 in its shortest spelling: 0.1 and not 0.10000000149011612.
function realText(value, isSingle) {
  if (!isSingle || !Number.isFinite(value)) return Object.is(value, -0) ? '-0' : String(value);
  for (let digits = 6; digits < 9; digits += 1) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return Object.is(short, -0) ? '-0' : String(short);
  }
  return String(value);
}

function laneText(value, type) {
  if (type.kind === 'bool') return value ? 'true' : 'false';
  return isInteger(type) || typeof value !== 'number' ? String(value) : realText(value, type.isSingle);
}

// The value of one element as text: 'a + bi' for complex numbers, '(x, y)' for vectors.
function elementText(type, view, at) {
  if (!type.isVector) return laneText(type.read(view, at), type);
  const lanes = Array.from({ length: type.lanes }, (_, lane) => laneText(type.read(view, at + lane * type.laneSize), type));
  if (!type.isComplex) return `(${lanes.join(', ')})`;
  return `${lanes[0]} ${lanes[1].startsWith('-') ? '−' : '+'} ${lanes[1].replace(/^-/, '')}i`;
}
