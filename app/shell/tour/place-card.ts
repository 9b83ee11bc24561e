export interface Box {
	top: number;
	left: number;
	width: number;
	height: number;
}

type Size = Pick<Box, "width" | "height">;

/** Pixels around what is pointed at, between it and the text, and to the edges of the screen. */
const padding = 6;
const gap = 10;
const margin = 12;

const within = (value: number, least: number, most: number): number => Math.max(least, Math.min(value, most));

/** Returns the frame around what is pointed at: a little larger, and no larger than the screen. */
export const frameAround = ({ top, left, width, height }: Box, screen: Size): Box => {
	const from = { top: Math.max(2, top - padding), left: Math.max(2, left - padding) };
	return {
		...from,
		width: Math.max(0, Math.min(left + width + padding, screen.width - 2) - from.left),
		height: Math.max(0, Math.min(top + height + padding, screen.height - 2) - from.top),
	};
};

/** Returns where the text is shown: below, above or beside the frame, or else over it at the foot of the screen. */
export const placeCard = (frame: Box, card: Size, screen: Size): Pick<Box, "top" | "left"> => {
	const left = within(frame.left, margin, Math.max(margin, screen.width - card.width - margin));
	const top = within(frame.top, margin, Math.max(margin, screen.height - card.height - margin));
	const below = frame.top + frame.height + gap;
	if (below + card.height + margin <= screen.height) return { top: below, left };
	const above = frame.top - gap - card.height;
	if (above >= margin) return { top: above, left };
	const right = frame.left + frame.width + gap;
	if (right + card.width + margin <= screen.width) return { top, left: right };
	const before = frame.left - gap - card.width;
	if (before >= margin) return { top, left: before };
	return { top: Math.max(margin, screen.height - card.height - margin), left };
};
