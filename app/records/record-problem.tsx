import type { AnyRow, RecordScreen } from "#app/records/screen";
import { ProblemPage } from "#app/shell/problem-page";
import { screenProblems } from "#worker/contract/screen-problems";

interface RecordProblemProps<Row extends AnyRow> {
	screen: Pick<RecordScreen<Row>, "failed">;
	/** What could not be done. */
	deed?: "fetch" | "delete";
}

/** The page of a record that cannot be read or deleted, or of a list that cannot be read (§8). */
export const RecordProblem = <Row extends AnyRow>({ screen: { failed }, deed = "fetch" }: RecordProblemProps<Row>) => {
	if (!failed) return <ProblemPage />;
	const title = failed[deed];
	const gone = { title, message: "It does not exist, or was deleted." };
	return <ProblemPage texts={{ 404: gone, 500: { title, message: screenProblems.internal.message } }} />;
};
