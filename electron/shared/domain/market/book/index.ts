export { Book, type Side } from './book'
export { taken } from './taken'
export { isSavedBook, type SavedBook } from './saved-book'
