import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { openHistory } from "#app/records/record.server";
import { RecordHistory } from "#app/records/record-history";
import type { RecordField } from "#app/records/screen";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { getReason, listReasonChanges, type Reason } from "#worker/services/reasons/contract";

export const meta = titledOver("History");

export const loader = ({ params, ...args }: LoaderFunctionArgs) =>
	openHistory(
		{ ...args, params: { ...params, recordId: params.reasonId } },
		{ find: getReason, history: listReasonChanges },
		{ path: "reasons" },
	);

export const { handle, shouldRevalidate } = shows({ reasons: true });

const fields: readonly RecordField[] = [
	{ name: "text", label: "Reason" },
	{ name: "isPrivate", label: "Private", as: "flag" },
	{ name: "active", label: "Offered for comments", as: "flag" },
];

const screen = { nameOf: ({ text }: Reason) => `“${text}”`, fields };

const ReasonHistory = () => <RecordHistory screen={screen} />;
export default ReasonHistory;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
