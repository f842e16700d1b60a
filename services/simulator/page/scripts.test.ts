import { faultsIn } from '../../shared/pages/scripts.fixture';
import { SCRIPTS } from './scripts';

describe('the scripts of the page', () => {
  it('hold to the types of the browser and of each other', () => {
    expect(faultsIn(SCRIPTS)).toEqual([]);
  });

  it('would not pass with a call that is not there', () => {
    const { 'dom.js': dom = '' } = SCRIPTS;
    const faults = faultsIn({ 'dom.js': dom.replace('createElement', 'creatElement') });
    expect(faults).toEqual([expect.stringContaining("'creatElement' does not exist")]);
  });
});
