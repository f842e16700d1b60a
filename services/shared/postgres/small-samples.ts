/**
 * Postgres looks at a table that has grown by reading 300 rows for each entry of its statistics, 100 of them unless told
 * otherwise, and sorts every column of those. Our statements go by indexes whatever the values are (`postgres.ts`), so the
 * number of rows and a rough idea of the columns will do: with 10 entries a chain under load takes a tenth less CPU. A column
 * for which an operator has set something else stays as it is, and so do tables of others.
 */
export const SMALL_SAMPLES = `
  DO $$
  DECLARE
    alteration text;
  BEGIN
    FOR alteration IN
      SELECT format('ALTER TABLE %s %s', c.oid::regclass,
        string_agg(format('ALTER COLUMN %I SET STATISTICS 10', a.attname), ', '))
      FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
      WHERE c.relnamespace = current_schema()::text::regnamespace AND c.relkind = 'r'
        AND pg_get_userbyid(c.relowner) = current_user
        AND a.attnum > 0 AND NOT a.attisdropped AND coalesce(a.attstattarget, -1) = -1
      GROUP BY c.oid
    LOOP
      EXECUTE alteration;
    END LOOP;
  END
  $$`;
