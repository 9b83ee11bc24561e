import { showToast } from "#app/ui/toast/toast";

/** Copies a text and says so. */
export const copyText = async (text: string): Promise<void> => {
	try {
		await navigator.clipboard.writeText(text);
		showToast({ kind: "success", message: `Copied ${text}` });
	} catch {
		showToast({ kind: "error", message: "The browser does not allow to copy. Select the text instead." });
	}
};
