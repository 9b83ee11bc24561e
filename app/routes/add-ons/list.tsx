import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import * as v from "valibot";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { loadRecords } from "#app/records/load-records.server";
import { RecordList } from "#app/records/record-list";
import { type RecordScreen, showsRecords } from "#app/records/screen";
import { readAddOnChoices } from "#app/routes/add-ons/add-on-choices.server";
import { addOnScreen } from "#app/routes/add-ons/screen";
import { may, mayCall } from "#app/session/may-call";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { useShell } from "#app/shell/shell-context";
import { titled } from "#app/shell/titled";
import { Button } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { SignedInForm } from "#app/ui/form/form";
import { type AddOn, addOnRecord, switchAddOn } from "#worker/services/add-ons/contract";

export const meta = titled("Add-ons");
export const loader = (args: LoaderFunctionArgs) => loadRecords(args, addOnRecord, addOnScreen, readAddOnChoices);
export const { handle, shouldRevalidate } = showsRecords(addOnScreen);

const SwitchForm = v.object({
	id: v.string(),
	enabled: v.pipe(
		v.picklist(["true", "false"]),
		v.transform((text) => text === "true"),
	),
	version: v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number)),
});

/** Offers an add-on, or offers it no longer. */
export const action = async (args: ActionFunctionArgs) => {
	const { api, session } = await requireAccess(args, switchAddOn);
	const form = await readSignedInForm(args.request, args.context);
	const read = v.safeParse(SwitchForm, Object.fromEntries(form));
	if (!read.success) return json({ error: "Reload the page and try again." }, { status: 422 });
	const switched = await api.call(switchAddOn, { body: read.output });
	if (!switched.ok && switched.problem.status === 404) orThrow(switched);
	if (!switched.ok)
		return json(
			{ error: "This add-on was changed by somebody else. Look at it again before you switch it." },
			{ status: httpStatus(switched.problem) },
		);
	const { name, enabled } = switched.value;
	session.flash({ kind: "success", message: `“${name}” is ${enabled ? "offered now" : "no longer offered"}` });
	const { pathname, search } = new URL(args.request.url);
	return redirect(pathname + search);
};

export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({ error }));

/** The screen with a switch in each row, for users who may change add-ons. */
const withSwitch = (mayChange: boolean): RecordScreen<AddOn> => ({
	...addOnScreen,
	columns: (context) => [
		...addOnScreen.columns(context),
		mayChange
			? {
					heading: "Offered",
					width: 120,
					card: "line",
					clipped: false,
					className: "max-lg:mt-1.5",
					cell: (row) => <Switch row={row} />,
				}
			: { heading: "Offered", width: 120, card: "line", text: ({ enabled }) => (enabled ? "Enabled" : "Disabled") },
	],
});

const Switch = ({ row: { id, name, enabled, version } }: { row: AddOn }) => (
	<SignedInForm preventScrollReset>
		<input type="hidden" name="id" value={id} />
		<input type="hidden" name="version" value={version} />
		<Button
			name="enabled"
			value={String(!enabled)}
			size="small"
			role="switch"
			aria-checked={enabled}
			aria-label={`Offer ${name}`}
		>
			{enabled ? "Enabled" : "Disabled"}
		</Button>
	</SignedInForm>
);

const AddOns = () => {
	const { user } = useShell();
	const answer = useKeptAnswer<typeof action>();
	return (
		<div className="grid grid-cols-1 gap-4">
			{answer?.error && (
				<Callout tone="danger" role="alert">
					{answer.error}
				</Callout>
			)}
			<RecordList screen={withSwitch(mayCall(user, may.changeAddOns))} />
		</div>
	);
};
export default AddOns;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
