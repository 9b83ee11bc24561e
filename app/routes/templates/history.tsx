import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { openHistory, restoreRecord } from "#app/records/record.server";
import { keepHistory, RecordHistory } from "#app/records/record-history";
import { showsRecords } from "#app/records/screen";
import { ofAddress } from "#app/routes/templates/of-address.server";
import { templateScreen } from "#app/routes/templates/screen";
import { titledOver } from "#app/shell/titled";
import { templateRecord } from "#worker/services/templates/contract";

export const meta = titledOver("History");
export const loader = (args: LoaderFunctionArgs) => openHistory(ofAddress(args), templateRecord, templateScreen);

/** Gives the template a former state again; the form below begins with it. */
export const action = async (args: ActionFunctionArgs) => {
	const answered = await restoreRecord(ofAddress(args), templateRecord);
	const to = answered.headers.get("location");
	if (to === null) return answered;
	const url = new URL(to, args.request.url);
	url.searchParams.set("restored", crypto.randomUUID().slice(0, 8));
	return redirect(url.pathname + url.search, { headers: answered.headers });
};
export const clientAction = keepHistory;
export const { handle, shouldRevalidate } = showsRecords(templateScreen);

const TemplateHistory = () => <RecordHistory screen={templateScreen} />;
export default TemplateHistory;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
