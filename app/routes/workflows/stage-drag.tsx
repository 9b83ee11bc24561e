import { useSubmit } from "@remix-run/react";
import { useLazy } from "#app/ui/use-lazy";

/** Lets stages be dragged once the code for it is there; until then, and without it, buttons move them. */
export const StageDrag = ({ of }: { of: unknown }) => {
	const Layer = useLazy(load);
	const submit = useSubmit();
	const drop = (stepId: string, index: number) => {
		const form = document.getElementById(`move-${stepId}`);
		if (!(form instanceof HTMLFormElement)) return;
		const sent = new FormData(form);
		sent.set("move", `to ${index}`);
		submit(sent, { method: "post", preventScrollReset: true });
	};
	return Layer ? <Layer of={of} onDrop={drop} /> : null;
};

const load = async () => (await import("#app/routes/workflows/stage-drag-layer")).StageDragLayer;
