// Sounds made here, by oscillators and noise. Off until the player switches them on.

let context = null;

const KINDS = {
  chip: (at) => [ping(1900, at, 0.05, 0.12), ping(2600, at + 0.03, 0.04, 0.08)],
  card: (at) => [brush(at, 0.07, 0.25)],
  win: (at) => [523, 659, 784].forEach((hertz, i) => ping(hertz, at + i * 0.11, 0.32, 0.12)),
  end: (at) => [ping(220, at, 0.18, 0.08)],
};

/** @param {"chip"|"card"|"win"|"end"} kind */
export function sound(kind) {
  context ??= new AudioContext();
  KINDS[kind](context.currentTime + 0.01);
}

function ping(hertz, at, seconds, loudness) {
  const tone = new OscillatorNode(context, { type: "sine", frequency: hertz });
  tone.connect(fading(at, seconds, loudness));
  tone.start(at);
  tone.stop(at + seconds);
}

function brush(at, seconds, loudness) {
  const length = Math.ceil(context.sampleRate * seconds);
  const noise = new AudioBuffer({ length, sampleRate: context.sampleRate });
  const samples = noise.getChannelData(0);
  // A sound only: no chance of the game comes from here.
  for (let i = 0, x = 1; i < length; i += 1) {
    x = (x * 16807) % 2147483647;
    samples[i] = x / 1073741823.5 - 1;
  }
  const source = new AudioBufferSourceNode(context, { buffer: noise });
  const filter = new BiquadFilterNode(context, { type: "bandpass", frequency: 2400, Q: 0.7 });
  source.connect(filter).connect(fading(at, seconds, loudness));
  source.start(at);
}

function fading(at, seconds, loudness) {
  const gain = new GainNode(context, { gain: 0 });
  gain.gain.setValueAtTime(loudness, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + seconds);
  gain.connect(context.destination);
  return gain;
}
