import { type ActionFunctionArgs, json, type LoaderFunctionArgs, redirect } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { Trash2 } from "lucide-react";
import { type ChangeEvent, useEffect, useState } from "react";
import * as v from "valibot";
import { keepPage } from "#app/api/keep-page";
import { httpStatus, orThrow, problemResponse } from "#app/api/problem-response";
import { saidAs } from "#app/api/said-as.server";
import { useKeptAnswer } from "#app/api/use-kept-answer";
import { type Meanwhile, readMeanwhile, seenVersion } from "#app/records/meanwhile";
import { LogoPicture, logoField } from "#app/routes/organisation/setting-parts";
import { SeenSettings, SettingsDialog, settingsForm } from "#app/routes/organisation/settings-dialog";
import { requireOwnPage } from "#app/session/read-form.server";
import { requireAccess } from "#app/session/require-user.server";
import { useShell } from "#app/shell/shell-context";
import { shows } from "#app/shell/shows";
import { titledOver } from "#app/shell/titled";
import { Button } from "#app/ui/button";
import { Field } from "#app/ui/form/field";
import { SignedInForm } from "#app/ui/form/form";
import { FormErrors } from "#app/ui/form/form-errors";
import { fileInputClass } from "#app/ui/form-fields/file-answer";
import { acceptedPictures, megabytes } from "#worker/contract/forms/accepted-files";
import { maxBodyBytes } from "#worker/contract/posted-form";
import { problem } from "#worker/contract/problems";
import { getOrganisation, Organisation } from "#worker/services/organisation/contract";
import {
	logoPart,
	logoTooLarge,
	maxLogoBytes,
	updateOrganisation,
} from "#worker/services/organisation/settings.contract";

/** Pixels of the longer side of a logo that is drawn anew. */
const maxSide = 800;

const isKept = ({ type, size }: File): boolean =>
	size <= maxLogoBytes && acceptedPictures.kinds.some((kind) => kind === type);

/** Returns a picture that is too large, or of a kind that letters cannot show, as a PNG; unchanged if it is unreadable. */
const toLogo = async (file: File): Promise<File> => {
	if (isKept(file) || file.type === "image/svg+xml") return file;
	const picture = await createImageBitmap(file).catch(() => undefined);
	if (!picture) return file;
	const scale = Math.min(1, maxSide / Math.max(picture.width, picture.height));
	const canvas = document.createElement("canvas");
	canvas.width = Math.round(picture.width * scale);
	canvas.height = Math.round(picture.height * scale);
	canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
	picture.close();
	const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, "image/png"));
	return blob ? new File([blob], `${file.name.replace(/\.[^.]*$/, "")}.png`, { type: "image/png" }) : file;
};

export const meta = titledOver("Logo");

export const loader = async (args: LoaderFunctionArgs) => {
	const { api } = await requireAccess(args, updateOrganisation);
	const { logoUrl, version } = orThrow(await api.call(getOrganisation, {}));
	return json({ logoUrl, version });
};

interface Answer {
	/** Beside the picture. */
	wrong: string | null;
	error: string | null;
	meanwhile: Meanwhile<Organisation> | null;
}

const refused = (wrong: string, status: number) => json<Answer>({ wrong, error: null, meanwhile: null }, status);

/** Uploads another logo, or removes the one there is. */
export const action = async (args: ActionFunctionArgs) => {
	const { orgName, api, session } = await requireAccess(args, updateOrganisation);
	// why of its own: a picture that is too large is answered beside its field, and never read to its end.
	const posted = await args.context.readPostedForm(args.request, { maxMultipartBytes: maxLogoBytes + maxBodyBytes });
	if (!posted.ok && posted.problem.status === 413) return refused(logoTooLarge, 413);
	if (!posted.ok) throw problemResponse(posted.problem);
	const form = new FormData();
	for (const { name, value } of posted.value) form.append(name, value);
	requireOwnPage(form, args.context);
	const seen = v.safeParse(seenVersion, form.get("version") ?? undefined);
	if (!seen.success) return refused("Reload the page and try again.", 422);
	const file = form.get(logoPart);
	const isRemoved = form.has("remove");
	if (!isRemoved && (!(file instanceof File) || file.name === "")) return refused("Choose a picture", 422);
	const saved = await api.call(updateOrganisation, {
		body: {
			data: { version: seen.output, ...(isRemoved && { logo: null }) },
			files: !isRemoved && file instanceof File ? [{ part: logoPart, file }] : [],
		},
	});
	if (saved.ok) {
		session.flash({ kind: "success", message: isRemoved ? "The logo was removed" : "The logo was saved" });
		return redirect(`/${orgName}/configurations`);
	}
	const [wrong = null] = saved.problem.fields?.[logoPart] ?? [];
	const meanwhile = readMeanwhile(saved.problem, Organisation);
	return json<Answer>(
		{ wrong, error: wrong ? null : saidAs(saved.problem, problem("institution_not_updated").error).error, meanwhile },
		httpStatus(saved.problem),
	);
};

export const clientAction = keepPage<typeof action>(({ problem: { error } }) => ({
	wrong: null,
	error,
	meanwhile: null,
}));

export const { handle, shouldRevalidate } = shows({ organisation: true });

const Logo = () => {
	const { logoUrl, version } = useLoaderData<typeof loader>();
	const answer = useKeptAnswer<typeof action>();
	const { orgName } = useShell();
	const [chosen, setChosen] = useState<string>();
	const [tooLarge, setTooLarge] = useState(false);
	/** The answer to the picture before: it says nothing of the one that is chosen now. */
	const [former, setFormer] = useState<typeof answer>();
	useEffect(() => () => URL.revokeObjectURL(chosen ?? ""), [chosen]);
	const choose = async ({ target: input }: ChangeEvent<HTMLInputElement>) => {
		const [original] = input.files ?? [];
		const logo = original && (await toLogo(original));
		// why: another picture may have been chosen while this one was drawn.
		if (input.files?.[0] !== original) return;
		if (logo && logo !== original) {
			const list = new DataTransfer();
			list.items.add(logo);
			input.files = list.files;
		}
		setFormer(answer);
		setTooLarge(logo !== undefined && logo.size > maxLogoBytes);
		setChosen(logo && URL.createObjectURL(logo));
	};
	const wrong = tooLarge ? logoTooLarge : answer === former ? null : answer?.wrong;
	const shown = chosen ?? logoUrl;
	return (
		<SettingsDialog
			title="Logo"
			actions={
				logoUrl && (
					<Button form={settingsForm} name="remove" value="yes" icon={Trash2} className="mr-auto" formNoValidate>
						Remove the logo
					</Button>
				)
			}
		>
			<SignedInForm id={settingsForm} encType="multipart/form-data" noValidate className="grid gap-4">
				<button type="submit" tabIndex={-1} aria-hidden className="sr-only" />
				<FormErrors errors={answer?.error ? [answer.error] : []} />
				<SeenSettings version={version} meanwhile={answer?.meanwhile ?? null} fields={[logoField(orgName)]} />
				<p className="text-text-2">
					It is shown on the login page, in the portal, in emails, and on letters and printed forms.
				</p>
				{shown && !tooLarge && (
					<div>
						<LogoPicture src={shown} alt={chosen ? "The logo, as chosen" : "The logo, as it is"} />
					</div>
				)}
				<Field
					name={logoPart}
					label="Picture"
					errors={wrong ? [wrong] : null}
					description={`${acceptedPictures.names}, ${megabytes(maxLogoBytes)} at most. No SVG.`}
					autoFocusInDialog
				>
					{(wiring) => (
						<input
							{...wiring}
							type="file"
							accept={`${acceptedPictures.accept},image/webp`}
							onChange={choose}
							className={fileInputClass}
						/>
					)}
				</Field>
			</SignedInForm>
		</SettingsDialog>
	);
};
export default Logo;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
