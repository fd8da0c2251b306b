// Makes modules of the suite runnable by plain node, for tests that start processes.
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Compiles the modules and what they import into the directory, and returns their paths there. */
export const compiled = (directory: string, ...modules: string[]): string[] => {
  const done = new Set<string>();
  const compile = (source: string): void => {
    if (done.has(source) || !existsSync(source)) return;
    done.add(source);
    const target = join(directory, relative(root, source)).replace(/\.ts$/, '.js');
    mkdirSync(dirname(target), { recursive: true });
    const { outputText } = ts.transpileModule(readFileSync(source, 'utf8'), {
      fileName: source,
      compilerOptions: {
        module: ts.ModuleKind.ESNext,
        target: ts.ScriptTarget.ES2023,
        verbatimModuleSyntax: true,
        rewriteRelativeImportExtensions: true,
      },
    });
    writeFileSync(target, outputText);
    for (const [, imported = ''] of outputText.matchAll(/from ["'](\.[^"']+)\.js["']/g))
      compile(resolve(dirname(source), `${imported}.ts`));
  };
  writeFileSync(join(directory, 'package.json'), '{"type":"module"}');
  copyFileSync(join(root, 'openapi.yaml'), join(directory, 'openapi.yaml'));
  for (const module of modules) compile(join(root, module));
  return modules.map((module) => join(directory, module).replace(/\.ts$/, '.js'));
};
