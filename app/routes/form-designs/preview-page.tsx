import { type ActionFunctionArgs, json, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { checkPreview, loadPreview, wizardOf } from "#app/routes/form-designs/preview.server";
import { keepPreview, PreviewWizard } from "#app/routes/form-designs/preview-wizard";
import { CsrfContext } from "#app/ui/form/csrf";

export const meta: MetaFunction<typeof loader> = ({ data }) => [
	{ title: `Preview of ${data?.title ?? "a form"} · Matricula` },
];

/** Loads the wizard alone, for the frame that is as wide as a phone or a desktop. */
export const loader = async (args: LoaderFunctionArgs) => {
	args.context.isFramed = true;
	const preview = await loadPreview(args);
	const { title, csrf } = preview;
	return json({ title, csrf, wizard: wizardOf(args, preview, "wizard") });
};

export const action = (args: ActionFunctionArgs) => {
	args.context.isFramed = true;
	return checkPreview(args);
};

export const clientAction = keepPreview;

const PreviewPage = () => {
	const { title, csrf, wizard } = useLoaderData<typeof loader>();
	return (
		<CsrfContext.Provider value={csrf}>
			<main id="main" className="grid grid-cols-1 gap-4 p-3 sm:px-5 sm:py-4.5">
				<h1 className="text-xl wrap-anywhere">{title}</h1>
				<PreviewWizard wizard={wizard} isFramed />
			</main>
		</CsrfContext.Provider>
	);
};
export default PreviewPage;

export { ProblemPage as ErrorBoundary } from "#app/shell/problem-page";
