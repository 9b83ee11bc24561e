import type { SubmissionResult } from "@conform-to/react";
import {
	type ActionFunctionArgs,
	json,
	type LoaderFunctionArgs,
	redirect,
	type TypedResponse,
} from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { replyWithProblem } from "#app/api/form-answer";
import { keepPage } from "#app/api/keep-page";
import { httpStatus } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { ConfigurationInputs } from "#app/routes/payment-configurations/configuration-fields";
import { hiddenFields, readConfigurationForm } from "#app/routes/payment-configurations/configuration-form.server";
import { PlatformMark } from "#app/routes/payment-configurations/platform-mark";
import { screenAt } from "#app/routes/payment-configurations/screens";
import { readSignedInForm } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { Button, LinkButton } from "#app/ui/button";
import { Dialog } from "#app/ui/dialog/dialog";
import { SignedInForm } from "#app/ui/form/form";
import { useIsSendingHere } from "#app/ui/form/use-is-sending-here";
import { fieldsOf } from "#worker/contract/payment-configurations";
import { platformName } from "#worker/contract/payment-platforms";
import { createConfiguration } from "#worker/services/payment-configurations/contract";

export const meta = titledOver("New configuration");

/** Returns the platform that the address names, of those of its screen; the only one there is needs no choice. */
const chosenIn = (request: Request) => {
	const { pathname, searchParams } = new URL(request.url);
	const platforms = [...screenAt(pathname).platforms];
	return platforms.length === 1 ? platforms[0] : platforms.find((one) => one === searchParams.get("platform"));
};

export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName } = await requireAccess(args, createConfiguration);
	const screen = screenAt(new URL(args.request.url).pathname);
	const platform = chosenIn(args.request) ?? null;
	return json({
		platform,
		platforms: screen.platforms,
		closeTo: `/${orgName}/${screen.path}`,
		fields: platform ? fieldsOf(platform) : [],
		idempotencyKey: crypto.randomUUID(),
	});
};

interface Refused {
	result: SubmissionResult | null;
	boxes: { isChargeEnabled: boolean; active: boolean; isTest: boolean };
}

const boxesIn = (form: FormData) => ({
	isChargeEnabled: form.has("isChargeEnabled"),
	active: form.has("active"),
	isTest: form.has("isTest"),
});

export const action = async (args: ActionFunctionArgs): Promise<TypedResponse<Refused>> => {
	const { orgName, api, session } = await requireAccess(args, createConfiguration);
	const form = await readSignedInForm(args.request, args.context);
	const { path } = screenAt(new URL(args.request.url).pathname);
	const platform = chosenIn(args.request);
	if (!platform) return redirect(`/${orgName}/${path}/new`);
	const submission = readConfigurationForm(platform, form);
	const [boxes, hideFields] = [boxesIn(form), hiddenFields(platform)];
	if (submission.status !== "success")
		return json({ result: submission.reply({ hideFields }), boxes }, { status: 422 });
	const { body, idempotencyKey } = submission.value;
	const created = await api.call(
		createConfiguration,
		{ body: { ...body, paymentPlatform: platform } },
		{ idempotencyKey },
	);
	if (!created.ok) {
		const result = replyWithProblem(submission, created.problem, { hideFields });
		return json({ result, boxes }, { status: httpStatus(created.problem) });
	}
	session.flash({ kind: "success", message: `“${created.value.configId}” was created` });
	return redirect(`/${orgName}/${path}/${created.value.id}`);
};

export const clientAction = keepPage<typeof action>(({ form, problem: { error } }) => ({
	result: { status: "error" as const, error: { "": [error] } },
	boxes: boxesIn(form),
}));

export const { handle, shouldRevalidate } = shows({});

const formId = "configuration";

const NewConfiguration = () => {
	const { platform, platforms, fields, closeTo, idempotencyKey } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const isSending = useIsSendingHere();
	if (!platform)
		return (
			<Dialog title="Choose a payment platform" closeTo={closeTo} cancel>
				<ul className="grid grid-cols-2 gap-2">
					{platforms.map((one, index) => (
						<li key={one}>
							<LinkButton
								to={`${closeTo}/new?platform=${one}`}
								wide
								replace
								preventScrollReset
								{...(index === 0 && { "data-autofocus": "" })}
							>
								<PlatformMark platform={one} />
							</LinkButton>
						</li>
					))}
				</ul>
			</Dialog>
		);
	return (
		<Dialog
			title={`New ${platformName(platform)} configuration`}
			closeTo={closeTo}
			width={600}
			cancel
			footer={
				<Button form={formId} variant="primary" pending={isSending}>
					Create configuration
				</Button>
			}
		>
			<SignedInForm key={platform} id={formId} noValidate className="grid gap-4">
				<input type="hidden" name="idempotencyKey" value={idempotencyKey} />
				<ConfigurationInputs
					result={answer?.result}
					platform={platform}
					fields={fields}
					configuration={null}
					boxes={answer?.boxes ?? { isChargeEnabled: false, active: true, isTest: false }}
				/>
			</SignedInForm>
		</Dialog>
	);
};
export default NewConfiguration;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
