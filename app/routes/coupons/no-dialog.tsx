/** Draws nothing. why: a page under dialogs needs a child route for its own address. */
const NoDialog = () => null;
export default NoDialog;
