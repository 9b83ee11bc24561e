import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { orThrow } from "#app/api/problem-response";
import { formatCount } from "#app/format/numbers";
import { type LoadMore, openRecord, saveRecord } from "#app/records/record.server";
import { keepRecord, RecordDialog } from "#app/records/record-dialog";
import { RecordProblem } from "#app/records/record-problem";
import { showsRecords } from "#app/records/screen";
import { reminderChoices } from "#app/routes/reminders/reminder-choices.server";
import { reminderScreen } from "#app/routes/reminders/screen";
import { mayCall } from "#app/session/may-call";
import { useShell } from "#app/shell/shell-context";
import { titledOver } from "#app/shell/titled";
import { Callout } from "#app/ui/callout";
import { TextLink } from "#app/ui/text-link";
import { type DryRun, reminderRecord, tryReminder } from "#worker/services/reminders/contract";

export const meta = titledOver("Reminder");

export const loader = (args: LoaderFunctionArgs) =>
	openRecord(args, reminderRecord, reminderScreen, { loadChoices: reminderChoices, loadMore: loadDryRun });

/** Reads who would be written to now; null for users who may not see reminders as such. */
const loadDryRun: LoadMore = async (api, id, { user }): Promise<DryRun | null> =>
	mayCall(user, tryReminder) ? orThrow(await api.call(tryReminder, { params: { id } })) : null;

export const action = (args: ActionFunctionArgs) => saveRecord(args, reminderRecord, reminderScreen);
export const clientAction = keepRecord;
export const { handle, shouldRevalidate } = showsRecords(reminderScreen);

const ReminderDialog = () => (
	<RecordDialog screen={reminderScreen}>
		{({ problem, lastSent }, dryRun) => (
			<>
				{lastSent !== null && (
					<p className="mt-5 text-text-2">The last time it wrote to {formatCount(lastSent, "person", "people")}.</p>
				)}
				{problem && (
					<Callout tone="warning" className="mt-5">
						{problem}
					</Callout>
				)}
				{dryRun !== null && <WouldBeSent {...(dryRun as DryRun)} />}
			</>
		)}
	</RecordDialog>
);
export default ReminderDialog;

/** How many people the reminder would write to now, and the first of them. */
const WouldBeSent = ({ total, first }: DryRun) => {
	const { orgName } = useShell();
	return (
		<section aria-labelledby="dry-run" className="mt-5 grid gap-1.5">
			<h3 id="dry-run" className="font-medium">
				Sent now, it would write to {formatCount(total, "person", "people")}
			</h3>
			<ul className="grid gap-1">
				{first.map(({ id, name, about }) => (
					<li key={`${id} ${name}`} className="flex flex-wrap justify-between gap-x-3">
						<TextLink to={`/${orgName}/applicants/${id}`}>{name}</TextLink>
						<span className="text-text-2">{about}</span>
					</li>
				))}
			</ul>
			{total > first.length && first.length > 0 && (
				<p className="text-text-2">and {formatCount(total - first.length, "other")}</p>
			)}
			<p className="text-sm text-text-3">As it was last saved. Nobody gets it twice.</p>
		</section>
	);
};

export const ErrorBoundary = () => <RecordProblem screen={reminderScreen} />;
