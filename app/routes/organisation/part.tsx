import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData, useParams } from "@remix-run/react";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow, problemResponse } from "#app/api/problem-response";
import { saidAs } from "#app/api/said-as.server";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { type Meanwhile, readMeanwhile } from "#app/records/meanwhile";
import { RecordInput } from "#app/records/record-field";
import { useScreenTexts } from "#app/records/use-screen-texts";
import { partForms } from "#app/routes/organisation/part-forms.server";
import { type PartName, settingParts, settingValues } from "#app/routes/organisation/setting-parts";
import { SeenSettings, SettingsDialog, settingsForm } from "#app/routes/organisation/settings-dialog";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { SignedInForm } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { problem } from "#worker/contract/problems";
import { getOrganisation, Organisation } from "#worker/services/organisation/contract";
import { updateOrganisation } from "#worker/services/organisation/settings.contract";

export const meta = titledOver("Change settings");

const partIn = ({ params }: LoaderFunctionArgs): PartName => {
	if (!params.part || !Object.hasOwn(partForms, params.part)) throw problemResponse(problem("not_found"));
	return params.part as PartName;
};

export const loader = async (args: LoaderFunctionArgs) => {
	const { api } = await requireAccess(args, updateOrganisation);
	const part = partIn(args);
	const organisation = orThrow(await api.call(getOrganisation, {}));
	const zones = part === "institution" ? [organisation.timeZone, ...Intl.supportedValuesOf("timeZone")] : [];
	return json({
		version: organisation.version,
		values: settingValues(organisation),
		choices: { timeZone: [...new Set(zones)].sort().map((zone) => ({ value: zone, label: zone })) },
	});
};

interface Answer {
	typed: Record<string, string>;
	fields: Record<string, readonly string[] | undefined>;
	error: string | null;
	meanwhile: Meanwhile<Organisation> | null;
}

export const action = async (args: ActionFunctionArgs) => {
	const { orgName, api, session } = await requireAccess(args, updateOrganisation);
	const part = partIn(args);
	const form = await readSignedInForm(args.request, args.context);
	const typed = typedIn(form);
	const saved = await partForms[part](api, typed);
	if ("wrong" in saved) return json<Answer>({ typed, fields: saved.wrong, error: null, meanwhile: null }, 422);
	if (saved.ok) {
		session.flash({ kind: "success", message: saved.said });
		return redirect(`/${orgName}/configurations`);
	}
	const { fields = {}, error } = saidAs(saved.problem, problem("institution_not_updated").error);
	const isBeside = Object.keys(fields).some((name) => Object.hasOwn(typed, name));
	const meanwhile = readMeanwhile(saved.problem, Organisation);
	return json<Answer>({ typed, fields, error: isBeside ? null : error, meanwhile }, httpStatus(saved.problem));
};

const typedIn = (form: FormData): Record<string, string> =>
	Object.fromEntries([...form].map(([name, value]) => [name, String(value)]));

export const clientAction = keepPage<typeof action>(({ form, problem: { error } }) => ({
	typed: typedIn(form),
	fields: {},
	error,
	meanwhile: null,
}));

export const { handle, shouldRevalidate } = shows({ organisation: true });

/** Changes the settings of one part (§2 Configurations). */
const SettingsPart = () => {
	const { version, choices, ...loaded } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const { part } = useParams();
	const { timeZone } = useShell().organisation;
	const { inWords } = useScreenTexts();
	const { title, ...parts } = settingParts[part as PartName];
	const fields = parts.fields.map((field) => ({
		...field,
		...(field.description && { description: inWords(field.description) }),
	}));
	const values: Record<string, unknown> = answer?.typed ?? loaded.values;
	const offered: Record<string, typeof choices.timeZone> = choices;
	return (
		<SettingsDialog title={title}>
			<SignedInForm id={settingsForm} noValidate className="grid gap-4">
				<FormErrors errors={answer?.error ? [answer.error] : []} />
				<SeenSettings version={version} meanwhile={answer?.meanwhile ?? null} fields={fields} />
				{fields.map((field, index) => (
					<RecordInput
						key={field.name}
						field={field}
						value={values[field.name]}
						errors={answer?.fields[field.name] ?? null}
						choices={offered[field.name] ?? []}
						timeZone={timeZone}
						isFirst={index === 0}
					/>
				))}
			</SignedInForm>
		</SettingsDialog>
	);
};
export default SettingsPart;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
