import { findJava } from './java';

describe('the Java that servers run on', () => {
  const given = process.env['JAVA_HOME'];

  afterEach(() => {
    if (given === undefined) delete process.env['JAVA_HOME'];
    else process.env['JAVA_HOME'] = given;
  });

  it('is the one on the PATH if JAVA_HOME is empty', async () => {
    process.env['JAVA_HOME'] = '';
    expect(await findJava()).toMatchObject({ command: 'java' });
  });

  it('is reported as missing, with JAVA_HOME, if that leads to none', async () => {
    process.env['JAVA_HOME'] = '/nowhere';
    await expect(findJava()).rejects.toThrow('JAVA_HOME leads to /nowhere/bin/java, which cannot be run');
  });
});
