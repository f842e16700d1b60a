import { faultsIn } from '../../shared/pages/scripts.fixture';
import { SCRIPTS } from './scripts';

it('the scripts fit the types of the browser and of each other', () => {
  expect(faultsIn(SCRIPTS)).toEqual([]);
});
