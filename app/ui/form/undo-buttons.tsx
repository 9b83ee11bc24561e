import { Redo2, Undo2 } from "lucide-react";
import { Button } from "#app/ui/button";

interface UndoButtonsProps {
	/** The field that says which of them was pressed: "undo" or "redo". */
	name: string;
	canUndo: boolean;
	canRedo: boolean;
	/** Which of them is being sent. */
	pending?: string | undefined;
}

/** The buttons of a form that take the last change of a draft back, and make it again. */
export const UndoButtons = ({ name, canUndo, canRedo, pending }: UndoButtonsProps) => (
	<>
		{/* why not disabled: the button keeps its focus when there is nothing more to undo. */}
		<Button name={name} value="undo" icon={Undo2} pending={pending === "undo"} {...unless(canUndo)}>
			Undo
		</Button>
		<Button name={name} value="redo" icon={Redo2} pending={pending === "redo"} {...unless(canRedo)}>
			Redo
		</Button>
	</>
);

const unless = (isPossible: boolean) =>
	isPossible ? {} : { "aria-disabled": true, onClick: (event: { preventDefault(): void }) => event.preventDefault() };
