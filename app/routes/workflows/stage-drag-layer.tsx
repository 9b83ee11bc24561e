import { type Announcements, closestCenter, DndContext, type DragEndEvent, type UniqueIdentifier } from "@dnd-kit/core";
import { rectSortingStrategy, SortableContext } from "@dnd-kit/sortable";
import { useLayoutEffect, useMemo, useState } from "react";
import {
	type DragSlot,
	dragInstructions,
	SortableHandle,
	slotsOfPage,
	useDragSensors,
} from "#app/ui/drag/sortable-handle";

export interface StageDragLayerProps {
	/** Changes where the stages do. */
	of: unknown;
	/** Moves a stage to an index among all. */
	onDrop(stepId: string, index: number): void;
}

/** Lets the stages of the board be dragged: it puts a handle into each card. The move buttons do the same. */
export const StageDragLayer = ({ of, onDrop }: StageDragLayerProps) => {
	const [slots, setSlots] = useState<DragSlot[]>([]);
	// biome-ignore lint/correctness/useExhaustiveDependencies: the slots are those of the stages as they are now.
	useLayoutEffect(() => setSlots(slotsOfPage()), [of]);
	const announcements = useMemo(() => announcementsOf(slots), [slots]);
	const drop = ({ active, over }: DragEndEvent) => {
		const index = slots.findIndex(({ id }) => id === over?.id);
		if (over && over.id !== active.id && index >= 0) onDrop(String(active.id), index);
	};
	return (
		<DndContext
			id="workflow-stages"
			sensors={useDragSensors()}
			collisionDetection={closestCenter}
			onDragEnd={drop}
			accessibility={{ announcements, screenReaderInstructions: { draggable: dragInstructions } }}
		>
			<SortableContext items={slots.map(({ id }) => id)} strategy={rectSortingStrategy}>
				{slots.map((slot) => (
					<SortableHandle key={slot.id} slot={slot} />
				))}
			</SortableContext>
		</DndContext>
	);
};

const announcementsOf = (slots: readonly DragSlot[]): Announcements => {
	const nameOf = (id: UniqueIdentifier) => slots.find((slot) => slot.id === id)?.name ?? "";
	const placeOf = (id: UniqueIdentifier | undefined) =>
		id === undefined ? "over no place" : `at place ${slots.findIndex((slot) => slot.id === id) + 1} of ${slots.length}`;
	return {
		onDragStart: ({ active }) => `${nameOf(active.id)} was picked up.`,
		onDragOver: ({ active, over }) => `${nameOf(active.id)} is ${placeOf(over?.id)}.`,
		onDragEnd: ({ active, over }) => `${nameOf(active.id)} was dropped ${placeOf(over?.id)}.`,
		onDragCancel: ({ active }) => `${nameOf(active.id)} stays where it was.`,
	};
};
