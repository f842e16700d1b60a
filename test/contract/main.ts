import { showProgress } from '../../services/local/progress';
import { withWholeProduct } from '../fixtures/whole-product';
import { installSchemathesis, runSchemathesis } from './schemathesis';

void main().then((code) => process.exit(code));

/**
 * `npm run test:contract`: starts real servers and services, then tests them as a stranger who has read only the
 * published document.
 */
async function main(): Promise<number> {
  const progress = showProgress(process.stdout);
  try {
    const fetching = progress.step('schemathesis', installSchemathesis(), () => 'Schemathesis is installed');
    const isKept = await withWholeProduct(
      progress,
      fetching,
      async ({ ingressUrl, createBusiness }, program) =>
        runSchemathesis(program, { baseUrl: ingressUrl, apiKey: await createBusiness() }),
    );
    progress.line(
      isKept
        ? '✓ The API keeps what its document says.'
        : '✗ The API does not keep what its document says. See the failures above.',
    );
    return isKept ? 0 : 1;
  } catch (error) {
    process.stderr.write(`✗ ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}
