import { faultsIn } from '../../shared/pages/scripts.fixture';
import { SCRIPTS } from './scripts';

describe('the scripts of the page', () => {
  it('fit the types of the browser and of each other', () => {
    expect(faultsIn(SCRIPTS)).toEqual([]);
  });

  it('would fail this test with a call that does not exist', () => {
    const { 'dom.js': dom = '' } = SCRIPTS;
    const faults = faultsIn({ 'dom.js': dom.replace('createElement', 'creatElement') });
    expect(faults).toEqual([expect.stringContaining("'creatElement' does not exist")]);
  });
});
