import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { orThrow } from "#app/api/problem-response";
import { formatCount, formatNumber } from "#app/format/numbers";
import { type LoadMore, openRecord, saveRecord } from "#app/records/record.server";
import { keepRecord, RecordDialog } from "#app/records/record-dialog";
import { RecordProblem } from "#app/records/record-problem";
import { showsRecords } from "#app/records/screen";
import { retentionChoices } from "#app/routes/retention/retention-choices.server";
import { retentionScreen } from "#app/routes/retention/screen";
import { useShell } from "#app/shell/shell-context";
import { titledOver } from "#app/shell/titled";
import { Callout } from "#app/ui/callout";
import { formatDate } from "#worker/contract/text/dates";
import { type RetentionDryRun, retentionRecord, tryRetentionRule } from "#worker/services/retention/contract";

export const meta = titledOver("Retention rule");

export const loader = (args: LoaderFunctionArgs) =>
	openRecord(args, retentionRecord, retentionScreen, { loadChoices: retentionChoices, loadMore: loadDryRun });

/** Reads who would be erased now; null for users of some places. */
const loadDryRun: LoadMore = async (api, id): Promise<RetentionDryRun | null> => {
	const found = await api.call(tryRetentionRule, { params: { id } });
	return !found.ok && found.problem.code === "whole_institution_needed" ? null : orThrow(found);
};

export const action = (args: ActionFunctionArgs) => saveRecord(args, retentionRecord, retentionScreen);
export const clientAction = keepRecord;
export const { handle, shouldRevalidate } = showsRecords(retentionScreen);

const RetentionDialog = () => {
	const { timeZone } = useShell().organisation;
	return (
		<RecordDialog screen={retentionScreen}>
			{({ erasesAt }, dryRun) => (
				<>
					{erasesAt !== null && (
						<Callout tone="warning" className="mt-5">
							From {formatDate(erasesAt, timeZone)}, the applicants who were counted in the notice are erased. Disable
							the rule to prevent it.
						</Callout>
					)}
					{dryRun !== null && <WouldBeErased {...(dryRun as RetentionDryRun)} timeZone={timeZone} />}
				</>
			)}
		</RecordDialog>
	);
};
export default RetentionDialog;

/** How many the rule would erase now, by stage. */
const WouldBeErased = ({ stages, closesAt, timeZone }: RetentionDryRun & { timeZone: string }) => {
	const total = stages.reduce((sum, { applicants }) => sum + applicants, 0);
	const isExact = stages.every((stage) => stage.isExact);
	return (
		<section aria-labelledby="dry-run" className="mt-5 grid gap-1.5">
			<h3 id="dry-run" className="font-medium">
				Today it would erase {isExact ? "" : "more than "}
				{formatCount(total, "applicant")}
			</h3>
			<ul className="grid gap-1">
				{stages.map(({ id, name, applicants, isExact }) => (
					<li key={id} className="flex flex-wrap justify-between gap-x-3">
						<span>{name}</span>
						<span className="tabular-nums text-text-2">
							{formatNumber(applicants)}
							{!isExact && "+"}
						</span>
					</li>
				))}
			</ul>
			<p className="text-sm text-text-3">
				By the rule as it was last saved.{" "}
				{closesAt === null
					? "The application has no end: nobody is erased before it has one."
					: `The application closes, or has closed, on ${formatDate(closesAt, timeZone)}.`}
			</p>
		</section>
	);
};

export const ErrorBoundary = () => <RecordProblem screen={retentionScreen} />;
