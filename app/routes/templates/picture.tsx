import { type ActionFunctionArgs, json, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, problemResponse } from "#app/api/problem-response";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { idIn } from "#app/routes/templates/of-address.server";
import { pageOf } from "#app/routes/templates/screen";
import { requireOwnPage } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { Button } from "#app/ui/button";
import { Dialog } from "#app/ui/dialog/dialog";
import { controlClass } from "#app/ui/form/control-class";
import { Field } from "#app/ui/form/field";
import { SignedInForm } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { useIsAwaiting } from "#app/ui/form/use-is-sending-here";
import { fileInputClass } from "#app/ui/form-fields/file-answer";
import type { EndpointResponse } from "#worker/contract/endpoint";
import { acceptedPictures, megabytes } from "#worker/contract/forms/accepted-files";
import { maxBodyBytes } from "#worker/contract/posted-form";
import { escapeHtml } from "#worker/contract/text/escape-html";
import {
	maxPictureBytes,
	picturePart,
	pictureTooLarge,
	uploadPicture,
} from "#worker/services/templates/pictures.contract";

export const meta = titledOver("Add picture");

export const loader = async (args: LoaderFunctionArgs) => {
	const { orgName } = await requireAccess(args, uploadPicture);
	const id = idIn(args.request);
	return json({ closeTo: id === "new" ? `/${orgName}/templates` : pageOf(`/${orgName}`, id) });
};

interface Answer {
	picture: EndpointResponse<typeof uploadPicture> | null;
	/** Beside the picture. */
	wrong: string | null;
	error: string | null;
}

const refused = (wrong: string, status: number) => json<Answer>({ picture: null, wrong, error: null }, status);

/** Keeps a picture, for the editor or for a text that is written as HTML. */
export const action = async (args: ActionFunctionArgs) => {
	const { api } = await requireAccess(args, uploadPicture);
	// why of its own: a picture that is too large is answered beside its field, and never read to its end.
	const posted = await args.context.readPostedForm(args.request, { maxMultipartBytes: maxPictureBytes + maxBodyBytes });
	if (!posted.ok && posted.problem.status === 413) return refused(pictureTooLarge, 413);
	if (!posted.ok) throw problemResponse(posted.problem);
	const form = new FormData();
	for (const { name, value } of posted.value) form.append(name, value);
	requireOwnPage(form, args.context);
	const file = form.get(picturePart);
	if (!(file instanceof File) || file.name === "") return refused("Choose a picture", 422);
	const kept = await api.call(uploadPicture, { body: { data: {}, files: [{ part: picturePart, file }] } });
	if (kept.ok) return json<Answer>({ picture: kept.value, wrong: null, error: null });
	const [wrong = null] = kept.problem.fields?.[picturePart] ?? [];
	return json<Answer>({ picture: null, wrong, error: wrong ? null : kept.problem.error }, httpStatus(kept.problem));
};

export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({
	picture: null,
	wrong: null,
	error,
}));

export const { handle, shouldRevalidate } = shows({});

const formId = "add-picture";

/** Keeps a picture for a text that is written without the editor, and shows what to write for it. */
const AddPicture = () => {
	const { closeTo } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const isAwaiting = useIsAwaiting();
	const picture = answer?.picture;
	return (
		<Dialog
			title="Add picture"
			closeTo={closeTo}
			cancel
			footer={
				<Button form={formId} variant="primary" pending={isAwaiting}>
					Upload picture
				</Button>
			}
		>
			<div className="grid grid-cols-1 gap-4">
				<FormErrors errors={answer?.error ? [answer.error] : null} />
				<SignedInForm id={formId} encType="multipart/form-data" noValidate>
					<Field
						name={picturePart}
						label="Picture"
						errors={answer?.wrong ? [answer.wrong] : null}
						description={`${acceptedPictures.names}, ${megabytes(maxPictureBytes)} at most.`}
						required
						autoFocusInDialog
					>
						{(wiring) => <input {...wiring} type="file" accept={acceptedPictures.accept} className={fileInputClass} />}
					</Field>
				</SignedInForm>
				{picture && (
					<section aria-labelledby="picture-kept" className="grid grid-cols-1 gap-2">
						<h3 id="picture-kept" className="font-medium">
							The picture is kept
						</h3>
						<img src={picture.address} alt="As it was uploaded" className="max-h-48 max-w-full justify-self-start" />
						<label htmlFor="picture-html">Put this where it is to stand in the text</label>
						<textarea
							id="picture-html"
							readOnly
							rows={2}
							value={`<img src="${escapeHtml(picture.address)}" alt="" width="${Math.min(picture.width, 544)}">`}
							className={controlClass("font-mono text-sm")}
						/>
					</section>
				)}
			</div>
		</Dialog>
	);
};
export default AddPicture;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
