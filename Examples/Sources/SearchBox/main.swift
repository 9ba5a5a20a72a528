SearchBox.run()
