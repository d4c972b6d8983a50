// Element types of columns (FORMAT.md): how many bytes one has, and its value as a number, a BigInt or a text.

const elementPattern = /^(?:(c|v(\d+))\()?(bool|utf8|latin1|bf16|f16|f32|f64|f80|f128|dd|[ui]\d+)\)?$/;

function elementType(name, isBigEndian = false) {
  const [, vector, lanes, lane] = elementPattern.exec(name) ?? [];
  if (!lane) return { name, lane: 'bytes', lanes: 1, size: 1, read: (view, at) => view.getUint8(at) };
  const laneSize = laneSizes[lane] ?? Math.ceil(Number(lane.slice(1)) / 8);
  const many = vector ? Number(lanes ?? 2) : 1;
  const little = laneReader(lane, laneSize);
  const read = isBigEndian && laneSize > 1 ? (view, at) => little(reversed(view, at, laneSize), 0) : little;
  return { name, lane, lanes: many, isComplex: vector === 'c', isVector: !!vector, laneSize, size: laneSize * many, read };
}

function reversed(view, at, size) {
  const bytes = new Uint8Array(size);
  for (let index = 0; index < size; index += 1) bytes[index] = view.getUint8(at + size - 1 - index);
  return new DataView(bytes.buffer);
}

const laneSizes = { bool: 1, utf8: 1, latin1: 1, f16: 2, bf16: 2, f32: 4, f64: 8, f80: 10, f128: 16, dd: 16 };
const isText = (type) => type.lane === 'utf8' || type.lane === 'latin1';
const isReal = (type) => /^(f\d+|bf16|dd)$/.test(type.lane);
const isInteger = (type) => /^[ui]\d+$/.test(type.lane) || type.lane === 'bool';

function laneReader(lane, bytes) {
  switch (lane) {
    case 'bool': case 'u8': return (view, at) => view.getUint8(at);
    case 'i8': return (view, at) => view.getInt8(at);
    case 'u16': return (view, at) => view.getUint16(at, true);
    case 'i16': return (view, at) => view.getInt16(at, true);
    case 'u32': return (view, at) => view.getUint32(at, true);
    case 'i32': return (view, at) => view.getInt32(at, true);
    case 'f32': return (view, at) => view.getFloat32(at, true);
    case 'f64': return (view, at) => view.getFloat64(at, true);
    case 'f16': return (view, at) => smallFloat(view.getUint16(at, true), 5, 10);
    case 'bf16': return (view, at) => smallFloat(view.getUint16(at, true), 8, 7);
    case 'dd': return (view, at) => view.getFloat64(at, true) + view.getFloat64(at + 8, true);
    case 'f80': return (view, at) => extended(wide(view, at, 8), view.getUint16(at + 8, true), 63n);
    case 'f128': return (view, at) => {
      const high = wide(view, at + 8, 8);
      const exponent = Number(high >> 48n);
      const fraction = ((high & 0xffffffffffffn) << 64n) | wide(view, at, 8);
      return extended((exponent & 0x7fff) === 0 ? fraction : fraction | (1n << 112n), exponent, 112n);
    };
    default: break;
  }
  const isSigned = lane[0] === 'i';
  if (bytes > 6) return (view, at) => (isSigned ? BigInt.asIntN(bytes * 8, wide(view, at, bytes)) : wide(view, at, bytes));
  return (view, at) => {
    let value = 0;
    for (let index = bytes - 1; index >= 0; index -= 1) value = value * 256 + view.getUint8(at + index);
    return isSigned && value >= 2 ** (bytes * 8 - 1) ? value - 2 ** (bytes * 8) : value;
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

// A binary80 or binary128 as the nearest double; `point` is the number of bits after the significand's point.
function extended(significand, signAndExponent, point) {
  const sign = signAndExponent >> 15 ? -1 : 1;
  const exponent = signAndExponent & 0x7fff;
  if (exponent === 0x7fff) return BigInt.asUintN(Number(point), significand) ? NaN : sign * Infinity;
  const power = (exponent || 1) - 16383 - Number(point);
  const digits = significand.toString(2).length;
  const dropped = Math.max(0, digits - 64);
  const scale = power + dropped;
  const high = Math.max(-1000, Math.min(1000, scale));
  return sign * Number(significand >> BigInt(dropped)) * 2 ** high * 2 ** (scale - high);
}

// Text in a fixed array ends at the first zero.
const utf8 = new TextDecoder();
function fixedText(bytes, lane) {
  const zero = bytes.indexOf(0);
  const part = zero < 0 ? bytes : bytes.subarray(0, zero);
  return lane === 'latin1' ? Array.from(part, (code) => String.fromCharCode(code)).join('') : utf8.decode(part);
}

// A binary32 in its shortest spelling: 0.1 and not 0.10000000149011612.
function realText(value, lane) {
  if (lane !== 'f32' || !Number.isFinite(value)) return Object.is(value, -0) ? '-0' : String(value);
  for (let digits = 6; digits < 9; digits += 1) {
    const short = Number(value.toPrecision(digits));
    if (Math.fround(short) === value) return Object.is(short, -0) ? '-0' : String(short);
  }
  return String(value);
}

function laneText(value, lane) {
  if (lane === 'bool') return value ? 'true' : 'false';
  return typeof value === 'number' && !/^[ui]/.test(lane) ? realText(value, lane) : String(value);
}

// The value of one element as text: 'a + bi' for complex numbers, '(x, y)' for vectors.
function elementText(type, view, at) {
  if (!type.isVector) return laneText(type.read(view, at), type.lane);
  const lanes = Array.from({ length: type.lanes }, (_, lane) => laneText(type.read(view, at + lane * type.laneSize), type.lane));
  if (!type.isComplex) return `(${lanes.join(', ')})`;
  return `${lanes[0]} ${lanes[1].startsWith('-') ? '−' : '+'} ${lanes[1].replace(/^-/, '')}i`;
}
