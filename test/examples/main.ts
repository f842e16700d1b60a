import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../../services/local/folders';
import { showProgress } from '../../services/local/progress';
import { openVirtualenv } from '../fixtures/virtualenv';
import { withWholeProduct } from '../fixtures/whole-product';
import { tryDeliveryRate } from './delivery-rate';

void main().then((code) => process.exit(code));

/** `npm run test:examples`: runs the examples that need more than Node, as a reader of the documents would run them. */
async function main(): Promise<number> {
  const progress = showProgress(process.stdout);
  const folder = join(projectFolder, 'examples', 'delivery-rate');
  try {
    const requirements = readFileSync(join(folder, 'requirements.txt'), 'utf8');
    const fetching = progress.step(
      'packages from PyPI',
      openVirtualenv('examples-venv', requirements),
      () => 'The packages of examples/delivery-rate are installed',
    );
    await withWholeProduct(progress, fetching, (product, programs) =>
      tryDeliveryRate(product, [join(programs, 'python'), join(folder, 'delivery_rate.py')]),
    );
    progress.line('✓ examples/delivery-rate prints what happened.');
    return 0;
  } catch (error) {
    process.stderr.write(`✗ ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}
