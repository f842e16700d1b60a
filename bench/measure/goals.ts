/** A figure and its goal. A figure that was not measured is NaN. */
export interface GoalFigure {
  readonly name: string;
  readonly value: number;
  readonly goal: string;
  readonly met: boolean;
}

export function atLeast(goal: number, name: string, value = Number.NaN): GoalFigure {
  return { name, value, goal: `≥ ${goal}`, met: value >= goal };
}

export function below(goal: number, name: string, value = Number.NaN): GoalFigure {
  return { name, value, goal: `< ${goal}`, met: value < goal };
}

export function goalTable(figures: readonly GoalFigure[]): string[][] {
  return [
    ['goal', 'measured', 'wanted', ''],
    ...figures
      .filter(({ value }) => !Number.isNaN(value))
      .map(({ name, value, goal, met }) => [
        name,
        value.toFixed(value < 2 ? 3 : 1),
        goal,
        met ? 'met' : 'missed',
      ]),
  ];
}

export function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
