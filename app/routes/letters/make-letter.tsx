import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData, useLocation, useNavigation, useSearchParams } from "@remix-run/react";
import { keepPage } from "#app/api/keep-page";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { useKeptKey } from "#app/api/use-kept-key";
import { fullName } from "#app/format/names";
import { readSheetSearch } from "#app/list/list-address";
import { loadLetterTemplates, makeOfferLetter } from "#app/routes/letters/make-letter.server";
import { TemplateChoice } from "#app/routes/letters/template-choice";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { Button } from "#app/ui/button";
import { Callout } from "#app/ui/callout";
import { Dialog } from "#app/ui/dialog/dialog";
import { SignedInForm } from "#app/ui/form/form";
import { PdfFrame } from "#app/ui/pdf-frame";

export const meta = titledOver("Make offer letter");

export const loader = (args: LoaderFunctionArgs) => loadLetterTemplates(args);

export const action = (args: ActionFunctionArgs) => makeOfferLetter(args);

export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({ error, reviewed: null }));

export const { handle, shouldRevalidate } = shows({ applicant: true, records: true });

const formId = "make-letter";

/** Make offer letter: a template, its preview, and the button that stores the letter (§2 Offer Letter). */
const MakeLetter = () => {
	const loaded = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const { applicant, templates, templateId, error, preview, ofStage, replaced } = answer?.reviewed ?? loaded;
	const navigation = useNavigation();
	const { pathname } = useLocation();
	const [params] = useSearchParams();
	return (
		<Dialog
			title="Make offer letter"
			description={`For ${fullName(applicant)}, who is at ${applicant.stage.name}`}
			closeTo={
				pathname.replace(/\/letter\/new$/, applicant.letterCount === 0 ? "" : "/letter") + readSheetSearch(params)
			}
			width={950}
			footer={
				templateId !== "" &&
				error === null && (
					<Button form={formId} variant="primary" pending={navigation.state !== "idle"}>
						Make offer letter
					</Button>
				)
			}
		>
			<div className="grid gap-4">
				<TemplateChoice
					templates={templates}
					templateId={templateId}
					problem={answer?.error ?? error}
					formId={formId}
				/>
				<SignedInForm method="post" id={formId} className="hidden">
					<input type="hidden" name="templateId" value={templateId} />
					<input type="hidden" name="idempotencyKey" value={useKeptKey(loaded.idempotencyKey, answer)} />
				</SignedInForm>
				{templateId !== "" && error === null && (ofStage !== null || replaced !== null) && (
					<Callout tone={ofStage === null ? "info" : "warning"}>
						{ofStage !== null && `This is not the letter of ${applicant.stage.name}, which is “${ofStage}”. `}
						{replaced === null
							? "It will be the letter in force."
							: `It takes the place of “${replaced}”, the letter in force.`}
					</Callout>
				)}
				{templateId !== "" && error === null && <PdfFrame src={preview} title="Preview of the letter" />}
			</div>
		</Dialog>
	);
};
export default MakeLetter;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
