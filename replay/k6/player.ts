// The part of a k6 script that is the same for every recording: it plays the sessions and judges the answers.

export const player = `const base = (__ENV.BASE_URL || '').replace(/\\/$/, '');
if (!base) throw new Error('BASE_URL says where this goes to');
const number = (name, usual) => Number(__ENV[name] || usual);
const [speed, times, loops] = [number('ASSAY_SPEED', 1), number('ASSAY_TIMES', 1), number('ASSAY_LOOPS', 1)];
const [share, slower] = [number('ASSAY_CHECKS', 1), number('ASSAY_SLOWER', 0)];
const ownHeaders = JSON.parse(__ENV.ASSAY_HEADERS || '{}');
const of = (user, name) => __ENV[name + '_' + user] || __ENV[name] || '';
for (const user of users) {
  if (of(user, 'ASSAY_TOKEN') || (of(user, 'ASSAY_USERNAME') && of(user, 'ASSAY_PASSWORD'))) continue;
  throw new Error('ASSAY_USERNAME and ASSAY_PASSWORD say who logs in; with _' + user + ' behind them, that user alone');
}

const thresholds = { checks: ['rate>=' + share], http_req_failed: ['rate<=' + (1 - share)] };
for (const operation of Object.keys(p95)) {
  const most = Math.max(p95[operation] * slower, p95[operation] + 10);
  // Without ASSAY_SLOWER the time is shown and not judged.
  thresholds['http_req_duration{operation:' + operation + '}'] = [slower ? 'p(95)<=' + most : 'p(95)>=0'];
}

export const options = {
  thresholds,
  scenarios: {
    sessions: { executor: 'per-vu-iterations', vus: sessions.length * times, iterations: loops, maxDuration: '24h' },
  },
};

const refused = new Counter('answers_429');
const patience = 30;

const marks = /\\(\\*(\\w+)\\*\\)/g;
const numberMarks = /"\\(\\*#(\\w+)\\*\\)"/g;
const inText = (value) => String(value);
const inUrl = (value) => encodeURIComponent(value);
const inJson = (value) => JSON.stringify(String(value)).slice(1, -1);

// Each virtual user plays one session, on whatever machine it runs.
export default function () {
  const { user: owner, requests } = sessions[(exec.vu.idInTest - 1) % sessions.length];
  const known = {};
  const tokens = {};
  let user = owner;
  const valueOf = (name) => (name === 'code' ? codeOf(user) : name in known ? known[name] : recorded[name]);
  const filled = (text, spelled) => text.replace(marks, (_, name) => spelled(valueOf(name)));
  const bodyOf = ({ body, headers }) => {
    if (!body) return null;
    if (/form-urlencoded/i.test(headers['content-type'] || '')) return filled(body, inUrl);
    return filled(body.replace(numberMarks, (_, name) => JSON.stringify(valueOf(name))), inJson);
  };
  const basic = () => 'Basic ' + encoding.b64encode(of(user, 'ASSAY_USERNAME') + ':' + of(user, 'ASSAY_PASSWORD'));
  const bearer = () => {
    if (tokens[user] === undefined) tokens[user] = of(user, 'ASSAY_TOKEN') || loggedIn(basic());
    return 'Bearer ' + tokens[user];
  };
  const headersOf = (request) => {
    const headers = {};
    for (const name of Object.keys(request.headers)) headers[name] = filled(request.headers[name], inText);
    if (request.as) headers.authorization = request.as === 'basic' ? basic() : bearer();
    return Object.assign(headers, ownHeaders);
  };

  const began = Date.now();
  for (const request of requests) {
    user = request.user === undefined ? owner : request.user;
    const early = speed ? request.at / speed - (Date.now() - began) : 0;
    if (early > 0) sleep(early / 1000);
    const { operation, expect } = request;
    const params = { headers: headersOf(request), redirects: 0, tags: { operation, name: operation } };
    if (expect) params.responseCallback = http.expectedStatuses(...expect);
    const url = base + filled(request.path, inUrl);
    const answer = answered(() => http.request(request.method, url, bodyOf(request), params), request);
    if (expect) check(answer, { [operation + ' has the recorded status']: ({ status }) => expect.includes(status) }, { operation });
    for (const [name, place] of request.take) {
      const value = taken(answer, place);
      if (value !== undefined) known[name] = value;
    }
  }
}

// Waits and repeats after a 429 that the specification provides for.
function answered(send, { operation, expect }) {
  let answer = send();
  const isLimited = expect && expect.length > 1 && expect.includes(429);
  for (let waited = 0; answer.status === 429 && isLimited && waited < patience; ) {
    refused.add(1, { operation });
    const wait = Math.max(1, Number(answer.headers['Retry-After']) || 1);
    sleep(wait);
    waited += wait;
    answer = send();
  }
  return answer;
}

function codeOf(user) {
  const secret = of(user, 'ASSAY_TOTP');
  return secret ? totp(secret, Date.now()) : of(user, 'ASSAY_CODE');
}

// RFC 6238.
function totp(secret, now) {
  const [digits, period] = [number('ASSAY_TOTP_DIGITS', 6), number('ASSAY_TOTP_PERIOD', 30)];
  const letters = secret.toUpperCase().replace(/[s=-]/g, '').split('');
  const bits = letters.map((letter) => 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const key = new Uint8Array((bits.match(/.{8}/g) || []).map((byte) => parseInt(byte, 2)));
  const counter = new DataView(new ArrayBuffer(8));
  counter.setUint32(4, Math.floor(now / 1000 / period));
  const digest = new DataView(crypto.hmac(__ENV.ASSAY_TOTP_ALGORITHM || 'sha1', key.buffer, counter.buffer, 'binary'));
  const code = digest.getUint32(digest.getUint8(digest.byteLength - 1) & 15) & 0x7fffffff;
  return String(code % 10 ** digits).padStart(digits, '0');
}

function loggedIn(authorization) {
  const headers = Object.assign({ authorization, 'content-type': 'application/json' }, ownHeaders);
  const params = { headers, tags: { operation: 'login', name: 'login' } };
  const answer = http.request(login.method, base + login.path, JSON.stringify(login.body), params);
  return taken(answer, '/access/token') || '';
}

// What the answer has in a place; undefined when it has nothing there.
function taken(answer, place) {
  if (place === 'location') return (answer.headers.Location || '').split(/[?#]/)[0].split('/').pop() || undefined;
  try {
    const steps = place.split('/').slice(1).map((step) => step.replace(/~1/g, '/').replace(/~0/g, '~'));
    return steps.reduce((value, step) => value[step], JSON.parse(answer.body));
  } catch (_) {
    return undefined;
  }
}
`;
