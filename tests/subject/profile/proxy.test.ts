import { expect, test } from '@playwright/test';
import { proxyFor } from '../../../subject/proxy.ts';

const env = {
  HTTPS_PROXY: 'http://secure:1',
  http_proxy: 'http://plain:2',
  NO_PROXY: '.inner.example, exact.example:8443',
};

test('the environment is asked by scheme, in either spelling', () => {
  expect(proxyFor('https://api.example.com', 'environment', env)).toBe('http://secure:1');
  expect(proxyFor('http://api.example.com', 'environment', env)).toBe('http://plain:2');
});

test('excluded hosts and loopback go directly', () => {
  const direct = [
    'https://a.inner.example',
    'https://exact.example:8443',
    'https://127.0.0.1:9',
    'http://localhost',
    'http://[::1]:80',
  ];
  expect(direct.map((url) => proxyFor(url, 'environment', env))).toEqual(direct.map(() => undefined));
  expect(proxyFor('https://exact.example', 'environment', env)).toBe('http://secure:1');
  expect(proxyFor('https://any.example', 'environment', { ...env, NO_PROXY: '*' })).toBeUndefined();
  expect(proxyFor('https://any.example', 'environment', { ...env, NO_PROXY: 'any.example:443' })).toBeUndefined();
  expect(proxyFor('https://[fd00::1]:8443', 'environment', { ...env, NO_PROXY: '[fd00::1]' })).toBeUndefined();
});

test('an address in the profile is used as it is, and none is none', () => {
  expect(proxyFor('https://api.example.com', 'http://mine:3', env)).toBe('http://mine:3');
  expect(proxyFor('https://api.example.com', 'none', env)).toBeUndefined();
});
