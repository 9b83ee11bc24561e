import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useActionData, useLoaderData } from "@remix-run/react";
import { CircleCheck, MailCheck } from "lucide-react";
import { httpStatus } from "#app/api/problem-response";
import { LinkRefused } from "#app/routes/auth/link-refused";
import { mailedToken } from "#app/routes/auth/mailed-token.server";
import { requirePublicOrganisation } from "#app/routes/auth/public-organisation.server";
import { SelfSendingForm } from "#app/routes/auth/self-sending-form";
import { readForm } from "#app/session/read-form.server";
import { LinkButton } from "#app/ui/button";
import { buttonClass } from "#app/ui/button-class";
import { MessagePage } from "#app/ui/page/message-page";
import { screenProblems } from "#worker/contract/screen-problems";
import { confirmEmail } from "#worker/services/auth/contract";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
	{ title: `Email verification · ${data?.organisation.name ?? "Matricula"}` },
];

/** §2 `/{orgName}/confirm`. why a form: mail scanners open every link, so opening it must not use it up. */
export const loader = async ({ params, context }: LoaderFunctionArgs) =>
	json({ organisation: await requirePublicOrganisation(context, params.orgName) });

export const action = async ({ request, params, context }: ActionFunctionArgs) => {
	await readForm(request, context);
	const body = { ...mailedToken(request), organisation: params.orgName ?? "" };
	const answer = await context.api.call(confirmEmail, { body });
	if (answer.ok) return json({ isVerified: true, detail: undefined });
	const { code, error } = answer.problem;
	const isTemporary = code === "network" || code === "too_many_requests" || code === "internal";
	return json({ isVerified: false, detail: isTemporary ? error : undefined }, { status: httpStatus(answer.problem) });
};

const ConfirmEmail = () => {
	const { organisation } = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	if (!answer)
		return (
			<MessagePage
				icon={MailCheck}
				title="Verify your email address"
				action={<SelfSendingForm label="Verify email address" />}
			>
				<p role="status">One more step before you can log in to {organisation.name}.</p>
			</MessagePage>
		);
	const login = `/${organisation.id}`;
	return answer.isVerified ? (
		<MessagePage
			icon={CircleCheck}
			tone="success"
			title="Verification Successful"
			action={
				<LinkButton to={login} variant="primary">
					Log in
				</LinkButton>
			}
		>
			<p role="status">Your email address is verified. You can log in to {organisation.name} now.</p>
		</MessagePage>
	) : (
		<LinkRefused
			title={screenProblems.verification_failed.message}
			detail={answer.detail}
			loginTo={login}
			help={organisation.supportEmail ? undefined : `Ask ${organisation.name} for help.`}
		>
			{organisation.supportEmail && (
				<a href={`mailto:${organisation.supportEmail}`} className={buttonClass({ variant: "primary" })}>
					Contact Support
				</a>
			)}
		</LinkRefused>
	);
};
export default ConfirmEmail;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
